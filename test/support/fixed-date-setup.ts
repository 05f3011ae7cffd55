/** What every file of unit, contract and security tests begins with. */
import { restartDate } from './fixed-date.mjs';

restartDate();
