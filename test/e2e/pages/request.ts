/** The Request page: a path written by hand, and what it answers. */
import { PageObject } from './page-object.ts';

export class RequestPage extends PageObject {
  readonly form = this.page.getByRole('form', { name: 'Request' });
  readonly path = this.form.getByRole('combobox', { name: 'Path' });
  readonly answer = this.page.getByRole('region', { name: 'Answer', exact: true });
  readonly dialog = this.page.getByRole('dialog');

  /** From Service status. */
  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'Service status', exact: true }).click();
    await this.page.getByRole('button', { name: 'Open Request' }).click();
  }

  async write(path: string): Promise<void> {
    await this.path.fill(path);
    // The list of known paths closes.
    await this.path.press('Escape');
  }

  async send(): Promise<void> {
    await this.form.getByRole('button', { name: /^Send/ }).click();
  }
}
