import { type ThemeConfig, theme } from 'antd';

/** A variable of app/base.css. */
const variable = (name: string): string => `var(--gh-${name})`;
const faint = (name: string): string => `color-mix(in srgb, ${variable(name)} 22%, transparent)`;

/** A meaning that antd shows in several shades: we have a soft ground and a text that is readable on it. */
const shades = (meaning: string, text: string, ground: string): Record<string, string> => ({
  [`color${meaning}`]: variable(text),
  [`color${meaning}Hover`]: variable(text),
  [`color${meaning}Active`]: variable(text),
  [`color${meaning}Bg`]: variable(ground),
  [`color${meaning}BgHover`]: variable(ground),
  [`color${meaning}Border`]: variable(ground),
  [`color${meaning}BorderHover`]: variable(text),
  [`color${meaning}Text`]: variable(text),
  [`color${meaning}TextHover`]: variable(text),
  [`color${meaning}TextActive`]: variable(text),
});

/** antd's colours, each one of those of app/base.css: a theme or an accent changes there, and antd follows. */
const colours = {
  ...shades('Success', 'accent-text', 'accent-soft'),
  ...shades('Info', 'info-text', 'info-soft'),
  ...shades('Warning', 'warning-text', 'warning-soft'),
  ...shades('Error', 'danger', 'danger-soft'),
  colorErrorText: variable('danger-text'),
  colorErrorHover: variable('danger-strong'),
  colorErrorActive: variable('danger-strong'),
  colorErrorBorderHover: variable('danger-strong'),
  colorErrorBgFilledHover: variable('danger-soft'),
  colorErrorBgActive: variable('danger-soft'),
  ...shades('Primary', 'accent-text', 'accent-soft'),
  // What is filled. Edges have the accent that can be seen beside white: colorPrimaryBorder, and activeEdges below.
  colorPrimary: variable('accent-fill'),
  colorPrimaryHover: variable('accent-fill-strong'),
  colorPrimaryActive: variable('accent-fill-strong'),
  colorPrimaryBorder: variable('accent'),
  colorPrimaryBorderHover: variable('accent'),
  colorLink: variable('accent-text'),
  colorLinkHover: variable('accent-text'),
  colorLinkActive: variable('accent-text'),

  colorTextBase: variable('text'),
  colorText: variable('text'),
  colorTextSecondary: variable('text-soft'),
  colorTextTertiary: variable('text-faint'),
  colorTextQuaternary: variable('text-faint'),
  colorWhite: variable('on-accent'),

  colorBgBase: variable('surface'),
  colorBgContainer: variable('surface'),
  colorBgElevated: variable('surface'),
  colorBgLayout: variable('page'),
  colorBgSpotlight: variable('text'),
  colorBgMask: variable('backdrop'),
  colorBgSolid: variable('text'),
  colorBgSolidHover: variable('text-soft'),
  colorBgSolidActive: variable('text'),

  colorFill: variable('line'),
  colorFillSecondary: variable('sunken'),
  colorFillTertiary: variable('sunken'),
  colorFillQuaternary: variable('hover'),
  colorBorder: variable('line-control'),
  colorBorderDisabled: variable('line'),
  colorBorderSecondary: variable('line'),
};

/** What antd mixes out of the colours above, which it cannot do with a variable. */
const mixed = {
  colorSplit: variable('line'),
  controlOutline: faint('accent'),
  colorErrorOutline: faint('danger'),
  colorWarningOutline: faint('warning-text'),
  boxShadow: variable('shadow-menu'),
  boxShadowSecondary: variable('shadow-menu'),
  boxShadowTertiary: 'none',
};

/** antd moves for up to 300 ms and by eleven easings; here it moves as the rest does. */
const motion = {
  motionDurationFast: variable('fast'),
  motionDurationMid: variable('moderate'),
  motionDurationSlow: variable('moderate'),
  motionEaseInBack: variable('ease'),
  motionEaseInOut: variable('ease'),
  motionEaseInOutCirc: variable('ease'),
  motionEaseInQuint: variable('ease'),
  motionEaseOut: variable('ease'),
  motionEaseOutBack: variable('ease'),
  motionEaseOutCirc: variable('ease'),
  motionEaseOutQuint: variable('ease'),
};

/** The edge of a field in which one writes or which one points at. */
const activeEdges = { activeBorderColor: variable('accent'), hoverBorderColor: variable('accent') };

/**
 * How antd's components look here. Every colour is a variable of app/base.css, whose themes and accents are blocks of
 * those variables: one style sheet serves them all, and changing them renders nothing again.
 */
export const antdTheme: ThemeConfig = {
  hashed: false,
  cssVar: { key: 'antd' },
  algorithm: (seed) => ({ ...theme.defaultAlgorithm(seed), ...colours }),
  token: {
    ...mixed,
    ...motion,
    fontFamily: 'var(--gh-font)',
    fontSize: 15,
    fontSizeLG: 16,
    borderRadius: 8,
    controlHeight: 36,
    controlHeightLG: 44,
    linkDecoration: 'underline',
    linkHoverDecoration: 'underline',
    linkFocusDecoration: 'underline',
  },
  components: {
    Button: {
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      solidTextColor: variable('surface'),
      primaryColor: variable('on-accent'),
      dangerColor: variable('on-danger'),
      defaultBorderColor: `color-mix(in srgb, ${variable('line-control')} 55%, transparent)`,
      defaultHoverColor: variable('text'),
      defaultHoverBg: variable('hover'),
      defaultHoverBorderColor: `color-mix(in srgb, ${variable('line-control')} 55%, transparent)`,
      defaultActiveColor: variable('text'),
      defaultActiveBg: variable('sunken'),
      defaultActiveBorderColor: variable('line-control'),
      textTextColor: variable('text-soft'),
      textTextHoverColor: variable('text'),
      textTextActiveColor: variable('text'),
      textHoverBg: variable('sunken'),
      contentFontSizeLG: 15,
      paddingInline: 13,
      paddingInlineLG: 19,
      iconGap: 8,
      fontWeight: 580,
    },
    DatePicker: {
      ...activeEdges,
      cellHoverWithRangeBg: variable('accent-soft'),
      cellRangeBorderColor: variable('accent'),
    },
    Input: activeEdges,
    Select: activeEdges,
    InputNumber: { ...activeEdges, filledHandleBg: variable('sunken') },
    Modal: { titleFontSize: 18 },
    Table: {
      headerBg: variable('hover'),
      headerSortActiveBg: variable('sunken'),
      headerSortHoverBg: variable('sunken'),
      bodySortBg: variable('hover'),
      rowHoverBg: variable('hover'),
      footerBg: variable('hover'),
      fixedHeaderSortActiveBg: variable('sunken'),
    },
    Slider: { handleActiveOutlineColor: faint('accent'), handleColorDisabled: variable('line-control') },
    Tag: {
      defaultBg: variable('sunken'),
      defaultColor: variable('text-soft'),
      solidTextColor: variable('surface'),
      borderRadiusSM: 999,
      colorBorder: 'transparent',
      fontSizeSM: 12,
    },
    Segmented: {
      trackBg: variable('sunken'),
      itemColor: variable('text-soft'),
      itemHoverColor: variable('text'),
      itemHoverBg: variable('hover'),
      itemActiveBg: variable('hover'),
      itemSelectedBg: variable('accent-soft'),
      itemSelectedColor: variable('accent-text'),
    },
    Empty: { colorTextDescription: variable('text-soft'), opacityImage: 1 },
  },
};
