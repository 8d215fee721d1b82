import { Tooltip } from 'antd';
import { createPortal } from 'react-dom';
import { popupContainerOf } from './popup-container.ts';
import styles from './tooltip-bubble.module.css';

/** antd's tooltip, open at an element that it does not render. */
const TooltipBubble = ({ owner }: { owner: HTMLElement }) => {
  const { left, top, width, height } = owner.getBoundingClientRect();
  const container = popupContainerOf(owner);
  return createPortal(
    <Tooltip
      open
      title={owner.dataset.tooltip ?? owner.textContent}
      trigger={[]}
      placement={owner.dataset.tooltipSide === 'right' ? 'right' : 'bottom'}
      getPopupContainer={() => container}
    >
      <span aria-hidden="true" className={styles.anchor} style={{ left, top, width, height }} />
    </Tooltip>,
    container,
  );
};

export default TooltipBubble;
