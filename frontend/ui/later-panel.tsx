import { Button } from './button.tsx';
import { type LaterPart, useLaterPart } from './later-part.ts';
import { Notice } from './notice.tsx';
import { SkeletonBar } from './skeleton.tsx';

interface LaterPanelProps {
  part: LaterPart<object>;
  /** What could not be loaded: `These settings`. */
  what: string;
}

/** A part of a screen whose code comes later; where it can't come, the rest of the screen stays in reach. */
export const LaterPanel = ({ part, what }: LaterPanelProps) => {
  const { Part, failed, retry } = useLaterPart(part);
  if (Part) return <Part />;
  if (!failed) return <SkeletonBar width="60%" />;
  return (
    <Notice kind="error" actions={<Button onClick={retry}>Try again</Button>}>
      {what} could not be loaded. Check your connection and try again.
    </Notice>
  );
};
