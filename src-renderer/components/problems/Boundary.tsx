/** Keeps what can't be drawn inside its part of the window: all the rest goes on. */
import { Component } from 'react';
import type { ReactNode } from 'react';
import { ProblemCard } from './ProblemCard.tsx';
import type { RemedyAction } from './remedy-action.ts';

interface BoundaryProps {
  /** What can't be shown, as in “This tab can’t be shown.” */
  what: 'tab' | 'page';
  /** What to do beside trying again. */
  advice: string;
  actions?: readonly RemedyAction[];
  children: ReactNode;
}

export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { what, advice, actions = [] } = this.props;
    return (
      <ProblemCard
        problem={{
          code: 'internal',
          title: `This ${what} can’t be shown.`,
          advice,
          call: 'noCall',
          remedies: [],
          details: null,
        }}
        actions={[...actions, { label: 'Try again', act: () => this.setState({ failed: false }) }]}
      />
    );
  }
}
