/** What somebody who can write into the page would try against its policy (checklist 5). */
import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    ran?: string[];
    violations?: string[];
  }
}

/** Nothing that is injected runs, and `elsewhere` is never asked. */
export async function expectInjectionsFail(
  page: Page,
  elsewhere: { readonly address: string; readonly requests: readonly unknown[] },
): Promise<void> {
  await page.evaluate(inject, elsewhere.address);
  expect(await page.evaluate(evaluate)).toEqual(['EvalError', 'EvalError']);
  expect(await page.evaluate(ask, elsewhere.address)).toBe('refused');
  await expect
    .poll(() => page.evaluate(() => [...new Set(window.violations)].toSorted()))
    .toEqual([
      'connect-src',
      'frame-src',
      'img-src',
      'object-src',
      'script-src',
      'script-src-attr',
      'script-src-elem',
    ]);
  expect(await page.evaluate(() => window.ran)).toEqual([]);
  expect(elsewhere.requests).toEqual([]);
}

// These run in the page, which has nothing but what is inside them.

function inject(address: string): void {
  window.ran = [];
  window.violations = [];
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
    window.violations?.push(effectiveDirective),
  );
  const script = (change: (element: HTMLScriptElement) => void): void => {
    const element = document.createElement('script');
    change(element);
    document.head.append(element);
  };
  script((one) => (one.textContent = 'window.ran.push("inline")'));
  script((one) => (one.src = 'data:text/javascript,window.ran.push("data")'));
  script((one) => (one.src = `${address}/health`));
  document.body.insertAdjacentHTML(
    'beforeend',
    `<img src="/nothing-here" onerror="window.ran.push('attribute')">
     <img src="${address}/health">
     <iframe src="${address}/health"></iframe>
     <object data="${address}/health"></object>
     <webview src="${address}/health"></webview>`,
  );
}

/** After the debugger's own call, which Chromium exempts from the policy. */
function evaluate(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(() => {
      // oxlint-disable-next-line eslint/no-eval -- what the policy must refuse
      const attempts = [() => globalThis.eval('1'), () => Reflect.construct(Function, ['1'])];
      const outcomes = attempts.map((attempt) => {
        try {
          return attempt() as unknown;
        } catch (error) {
          return error instanceof Error ? error.name : 'thrown';
        }
      });
      resolve(outcomes);
    }, 0);
  });
}

function ask(address: string): Promise<string> {
  return fetch(`${address}/health`).then(
    () => 'answered',
    () => 'refused',
  );
}
