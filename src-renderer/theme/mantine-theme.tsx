/**
 * Mantine's theme with our design tokens. Colours remain in tokens.css: every shade that Mantine needs
 * is one of our variables, so light and dark have a single source.
 */
import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  MantineProvider,
  type MantineColorSchemeManager,
} from '@mantine/core';
import { ChevronDown, LucideProvider } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Preferences } from '#shared/contract/snapshot.ts';
import classes from './mantine-theme.module.css';
import { NoticeStrip } from '../components/notices/NoticeStrip.tsx';

/** Mantine's own styles take light surfaces, borders and texts from this scale. */
const gray: MantineColorsTuple = [
  'var(--hover)',
  'var(--hover)',
  'var(--line)',
  'var(--border-button)',
  'var(--border-button)',
  'var(--text-3)',
  'var(--text-3)',
  'var(--text-2)',
  'var(--text-1)',
  'var(--text-1)',
];

/** The same for the dark scheme, where the scale goes from text (0) to background (9). */
const dark: MantineColorsTuple = [
  'var(--text-1)',
  'var(--text-2)',
  'var(--text-3)',
  'var(--text-3)',
  'var(--border-button)',
  'var(--active)',
  'var(--raised)',
  'var(--surface)',
  'var(--sunken)',
  'var(--app)',
];

/**
 * Shade 6 is the fill and 7 its hover, in both schemes; white has a contrast above 4.5 : 1 on either.
 */
const accent: MantineColorsTuple = [
  'var(--soft-row)',
  'var(--soft-row)',
  'var(--selection)',
  'var(--selection)',
  'var(--accent-text)',
  'var(--bar)',
  'var(--accent)',
  'var(--accent-hover)',
  'var(--accent-hover)',
  'var(--accent-text)',
];

const heading = (fontSize: string, lineHeight: string) => ({
  fontSize,
  lineHeight,
  fontWeight: '600',
});

const labelBelow = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
  // The focus may be in the input already, which is then not read again.
  errorProps: { role: 'alert' },
};

const theme = createTheme({
  colors: { accent, gray, dark },
  primaryColor: 'accent',
  primaryShade: 6,
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '20px', xl: '24px' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontFamily: 'var(--font-sans)',
    fontWeight: '600',
    sizes: {
      h1: heading('26px', '32px'),
      h2: heading('18px', '24px'),
      h3: heading('15px', '20px'),
      h4: heading('14px', '20px'),
      h5: heading('13px', '20px'),
      h6: heading('12px', '16px'),
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  shadows: {
    xs: 'var(--shadow-button)',
    sm: 'var(--shadow-popover)',
    md: 'var(--shadow-popover)',
    lg: 'var(--shadow-popover)',
    xl: 'var(--shadow-popover)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Text: { defaultProps: { size: 'sm' } },
    Button: { classNames: { root: classes.button } },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray' },
      classNames: { root: classes.actionIcon },
    },
    CloseButton: { defaultProps: { size: 'sm' } },
    Input: { classNames: { wrapper: classes.inputWrapper, input: classes.input } },
    // Names and codes rather than prose.
    TextInput: { defaultProps: { autoComplete: 'off', spellCheck: false } },
    InputWrapper: {
      defaultProps: labelBelow,
      classNames: {
        label: classes.label,
        description: classes.description,
        error: classes.error,
      },
    },
    Popover: {
      defaultProps: {
        shadow: 'sm',
        radius: 'lg',
        // If there is no room on either side, it covers its target rather than leaving the window.
        middlewares: { flip: true, shift: { crossAxis: true, padding: 4 } },
      },
      classNames: { dropdown: classes.dropdown },
    },
    Combobox: {
      defaultProps: { shadow: 'sm', radius: 'lg' },
      classNames: { dropdown: classes.dropdown, option: classes.option },
    },
    Select: {
      defaultProps: { checkIconPosition: 'right', rightSection: <ChevronDown size={14} /> },
    },
    Menu: {
      // Screen readers have no role for a placeholder among the items.
      defaultProps: { shadow: 'sm', radius: 'lg', withInitialFocusPlaceholder: false },
      classNames: { dropdown: classes.dropdown, item: classes.menuItem },
    },
    SegmentedControl: {
      defaultProps: { size: 'xs' },
      classNames: {
        root: classes.segments,
        label: classes.segment,
        innerLabel: classes.segmentInner,
        indicator: classes.segmentIndicator,
      },
    },
    Checkbox: {
      defaultProps: { size: 'xs', radius: 'xs' },
      classNames: { input: classes.checkbox, inner: classes.check, label: classes.checkLabel },
    },
    Radio: {
      defaultProps: { size: 'xs' },
      classNames: { radio: classes.radio, inner: classes.check, label: classes.checkLabel },
    },
    Modal: {
      defaultProps: { radius: 'xl', centered: true, closeButtonProps: { 'aria-label': 'Close' } },
      classNames: {
        content: classes.modal,
        header: classes.modalHeader,
        title: classes.modalTitle,
        body: classes.modalBody,
        overlay: classes.modalOverlay,
      },
    },
    Tooltip: {
      defaultProps: { openDelay: 400, multiline: true },
      classNames: { tooltip: classes.tooltip },
    },
    Notification: {
      defaultProps: {
        radius: 0,
        closeButtonProps: { 'aria-label': 'Dismiss' },
      },
      classNames: {
        root: classes.notification,
        description: classes.notificationText,
        closeButton: classes.notificationClose,
      },
    },
    DatePicker: { classNames: { day: classes.day } },
    DatePickerInput: { classNames: { day: classes.day } },
    DateInput: { classNames: { day: classes.day } },
  },
});

/** Mantine's own variables, the same in both schemes: tokens.css distinguishes light from dark. */
const variables: Record<`--${string}`, string> = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text-1)',
  '--mantine-color-bright': 'var(--text-1)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-success': 'var(--ok)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text-1)',
  '--mantine-color-default-border': 'var(--border-button)',
  '--mantine-color-disabled': 'var(--hover)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-color-accent-text': 'var(--accent-text)',
  '--mantine-color-accent-light': 'var(--soft-row)',
  '--mantine-color-accent-light-hover': 'var(--selection)',
  '--mantine-color-accent-light-color': 'var(--accent-text)',
  '--mantine-color-gray-text': 'var(--text-2)',
  '--mantine-color-gray-light': 'var(--hover)',
  '--mantine-color-gray-light-hover': 'var(--active)',
  '--mantine-color-gray-light-color': 'var(--text-2)',
  '--mantine-color-red-text': 'var(--danger)',
  '--mantine-color-red-light': 'var(--danger-soft)',
  '--mantine-color-red-light-hover': 'var(--danger-soft)',
  '--mantine-color-red-light-color': 'var(--danger)',
};

const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variables,
  dark: variables,
});

/** The choice is stored in main's preferences; by default Mantine would keep its own copy. */
const noStorage: MantineColorSchemeManager = {
  get: (defaultScheme) => defaultScheme,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

export const ThemeProvider = ({
  choice,
  children,
}: {
  choice: Preferences['theme'];
  children: ReactNode;
}) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    colorSchemeManager={noStorage}
    defaultColorScheme="auto"
    {...(choice !== 'system' && { forceColorScheme: choice })}
  >
    <NoticeStrip />
    <LucideProvider size={16} strokeWidth={1.75}>
      {children}
    </LucideProvider>
  </MantineProvider>
);
