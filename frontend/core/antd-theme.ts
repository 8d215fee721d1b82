import { type ThemeConfig, theme } from 'antd';

const colour = (name: string): string => `var(--gh-${name})`;
const faint = (name: string): string => `color-mix(in srgb, ${colour(name)} 22%, transparent)`;

/** A meaning that antd shows in several shades: we have a soft ground and a text that is readable on it. */
const shades = (meaning: string, text: string, ground: string): Record<string, string> => ({
  [`color${meaning}`]: colour(text),
  [`color${meaning}Hover`]: colour(text),
  [`color${meaning}Active`]: colour(text),
  [`color${meaning}Bg`]: colour(ground),
  [`color${meaning}BgHover`]: colour(ground),
  [`color${meaning}Border`]: colour(ground),
  [`color${meaning}BorderHover`]: colour(text),
  [`color${meaning}Text`]: colour(text),
  [`color${meaning}TextHover`]: colour(text),
  [`color${meaning}TextActive`]: colour(text),
});

/** antd's colours, each one of those of app/base.css: a theme or an accent changes there, and antd follows. */
const colours = {
  ...shades('Success', 'accent-text', 'accent-soft'),
  ...shades('Info', 'info-text', 'info-soft'),
  ...shades('Warning', 'warning-text', 'warning-soft'),
  ...shades('Error', 'danger', 'danger-soft'),
  colorErrorText: colour('danger-text'),
  colorErrorHover: colour('danger-strong'),
  colorErrorActive: colour('danger-strong'),
  colorErrorBorderHover: colour('danger-strong'),
  colorErrorBgFilledHover: colour('danger-soft'),
  colorErrorBgActive: colour('danger-soft'),
  ...shades('Primary', 'accent-text', 'accent-soft'),
  colorPrimary: colour('accent'),
  colorPrimaryHover: colour('accent-strong'),
  colorPrimaryActive: colour('accent-strong'),
  colorPrimaryBorder: colour('accent'),
  colorPrimaryBorderHover: colour('accent'),
  colorLink: colour('accent-text'),
  colorLinkHover: colour('accent-text'),
  colorLinkActive: colour('accent-text'),

  colorTextBase: colour('text'),
  colorText: colour('text'),
  colorTextSecondary: colour('text-soft'),
  colorTextTertiary: colour('text-faint'),
  colorTextQuaternary: colour('text-faint'),
  colorWhite: colour('on-accent'),

  colorBgBase: colour('surface'),
  colorBgContainer: colour('surface'),
  colorBgElevated: colour('surface'),
  colorBgLayout: colour('page'),
  colorBgSpotlight: colour('text'),
  colorBgMask: colour('backdrop'),
  colorBgSolid: colour('text'),
  colorBgSolidHover: colour('text-soft'),
  colorBgSolidActive: colour('text'),

  colorFill: colour('line'),
  colorFillSecondary: colour('sunken'),
  colorFillTertiary: colour('sunken'),
  colorFillQuaternary: colour('hover'),
  colorBorder: colour('line-control'),
  colorBorderDisabled: colour('line'),
  colorBorderSecondary: colour('line'),
};

/** What antd mixes out of the colours above, which it cannot do with a variable. */
const mixed = {
  colorSplit: colour('line'),
  controlOutline: faint('accent'),
  colorErrorOutline: faint('danger'),
  colorWarningOutline: faint('warning-text'),
  boxShadow: colour('shadow-menu'),
  boxShadowSecondary: colour('shadow-menu'),
  boxShadowTertiary: 'none',
};

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
      solidTextColor: colour('surface'),
      primaryColor: colour('on-accent'),
      dangerColor: colour('on-danger'),
      defaultBorderColor: `color-mix(in srgb, ${colour('line-control')} 55%, transparent)`,
      defaultHoverColor: colour('text'),
      defaultHoverBg: colour('hover'),
      defaultHoverBorderColor: `color-mix(in srgb, ${colour('line-control')} 55%, transparent)`,
      defaultActiveColor: colour('text'),
      defaultActiveBg: colour('sunken'),
      defaultActiveBorderColor: colour('line-control'),
      textTextColor: colour('text-soft'),
      textTextHoverColor: colour('text'),
      textTextActiveColor: colour('text'),
      textHoverBg: colour('sunken'),
      contentFontSizeLG: 15,
      paddingInline: 13,
      paddingInlineLG: 19,
      iconGap: 8,
      fontWeight: 580,
    },
    DatePicker: { cellHoverWithRangeBg: colour('accent-soft'), cellRangeBorderColor: colour('accent') },
    InputNumber: { filledHandleBg: colour('sunken') },
    Modal: { titleFontSize: 18 },
    Table: {
      headerBg: colour('hover'),
      headerSortActiveBg: colour('sunken'),
      headerSortHoverBg: colour('sunken'),
      bodySortBg: colour('hover'),
      rowHoverBg: colour('hover'),
      footerBg: colour('hover'),
      fixedHeaderSortActiveBg: colour('sunken'),
    },
    // As high as a field of ours (ui/field.module.css).
    Select: { controlHeight: 40 },
    Slider: { handleActiveOutlineColor: faint('accent'), handleColorDisabled: colour('line-control') },
    Tag: {
      defaultBg: colour('sunken'),
      defaultColor: colour('text-soft'),
      solidTextColor: colour('surface'),
      borderRadiusSM: 999,
      colorBorder: 'transparent',
      fontSizeSM: 12,
    },
    Segmented: {
      trackBg: colour('sunken'),
      itemColor: colour('text-soft'),
      itemHoverColor: colour('text'),
      itemHoverBg: colour('hover'),
      itemActiveBg: colour('hover'),
      itemSelectedBg: colour('accent-soft'),
      itemSelectedColor: colour('accent-text'),
    },
    Empty: { colorTextDescription: colour('text-soft'), opacityImage: 1 },
  },
};
