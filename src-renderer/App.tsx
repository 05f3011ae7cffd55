/** What the window shows first: a way in, a quiet frame, a problem, Welcome, or the shell. */
import { useEffect, useRef } from 'react';
import { ProjectDialogs } from './features/projects/ProjectDialogs.tsx';
import { BootProblem, NotAdmitted } from './features/shell/Standalone.tsx';
import { Shell } from './features/shell/Shell.tsx';
import { WelcomePage } from './features/welcome/WelcomePage.tsx';
import { useApp } from './state/app.ts';
import { isAdmitted } from './state/boot.ts';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

export function App() {
  const choice = useApp((state) => state.snapshot?.preferences.theme ?? 'system');
  return (
    <ThemeProvider choice={choice}>
      <Screen />
    </ThemeProvider>
  );
}

function Screen() {
  const booted = useApp((state) => state.snapshot !== null);
  const welcome = useApp((state) => state.snapshot?.profile === null);
  const problem = useApp((state) => state.bootProblem);
  const before = useRef({ booted, welcome });
  useEffect(() => {
    const isEntered = before.current.booted && before.current.welcome !== welcome;
    before.current = { booted, welcome };
    // What was pressed to come here is gone, and the focus with it.
    if (isEntered && document.activeElement === document.body) {
      document.querySelector<HTMLElement>('main')?.focus();
    }
  }, [booted, welcome]);
  if (!isAdmitted) return <NotAdmitted />;
  if (problem !== null) return <BootProblem problem={problem} />;
  // The first snapshot takes a blink: an empty window is calmer than a flash of anything else.
  if (!booted) return <div aria-busy="true" />;
  return (
    <>
      {welcome ? <WelcomePage /> : <Shell />}
      <ProjectDialogs />
    </>
  );
}
