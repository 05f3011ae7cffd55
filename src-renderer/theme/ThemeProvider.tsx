/** Mantine with our theme, in the scheme the person chose. */
import { MantineProvider, useMantineColorScheme } from '@mantine/core';
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { LucideProvider } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import type { Preferences } from '#shared/contract/snapshot.ts';
import { NoticeStrip } from '../components/notices/NoticeStrip.tsx';
import { cssVariables, theme } from './mantine-theme.ts';

/** The choice lives in main's preferences; Mantine would otherwise keep a copy of its own. */
const forgetful: MantineColorSchemeManager = {
  get: (defaultScheme) => defaultScheme,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

const schemeOf: Record<Preferences['theme'], MantineColorScheme> = {
  system: 'auto',
  light: 'light',
  dark: 'dark',
};

function SchemeChoice({ choice }: { choice: Preferences['theme'] }) {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = schemeOf[choice];
  useEffect(() => {
    setColorScheme(scheme);
  }, [scheme, setColorScheme]);
  return null;
}

export function ThemeProvider({
  choice,
  children,
}: {
  choice: Preferences['theme'];
  children: ReactNode;
}) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={forgetful}
      defaultColorScheme="auto"
    >
      <SchemeChoice choice={choice} />
      <NoticeStrip />
      <LucideProvider size={16} strokeWidth={1.75}>
        {children}
      </LucideProvider>
    </MantineProvider>
  );
}
