/** Background operations over HTTP: states, times, expiry, and who may ask. */
import { describe, expect, it } from 'vitest';
import { begin, iso, look, minute, search, startQuick } from './asking-operations.ts';
import { ask, friday, startService, targetOf, text } from './asking.ts';

describe('the record', () => {
  it('is running for six seconds and successful from then on', async () => {
    const service = await startService();
    const operationId = await begin(service);
    const running = {
      operationId,
      status: 'running',
      createdAt: iso(friday),
      updatedAt: iso(friday),
    };
    expect((await look(service, operationId)).body).toEqual(running);
    service.setClock(() => friday + 5999);
    expect((await look(service, operationId)).body).toEqual(running);
    service.setClock(() => friday + 9000);
    const { status, body } = await look(service, operationId);
    expect(status).toBe(200);
    expect(body).toEqual({
      operationId,
      status: 'success',
      createdAt: iso(friday),
      updatedAt: iso(friday + 6000),
      result: expect.any(Object),
    });
    expect((await look(service, operationId)).body).toEqual(body);
  });

  it('takes as long as the handle says', async () => {
    const service = await startService();
    service.setOperationSeconds(2);
    const operationId = await begin(service);
    service.setClock(() => friday + 1999);
    expect((await look(service, operationId)).body['status']).toBe('running');
    service.setClock(() => friday + 2000);
    expect((await look(service, operationId)).body['status']).toBe('success');
  });

  it('says so when there are no rows', async () => {
    const service = await startQuick();
    const operationId = await begin(service, { q: 'nothing at all' });
    expect((await look(service, operationId)).body).toEqual({
      operationId,
      status: 'no_data',
      createdAt: iso(friday),
      updatedAt: iso(friday),
    });
  });

  it('has a text for an error, and no result', async () => {
    const service = await startQuick();
    service.finishOperationsAs('error');
    const operationId = await begin(service);
    const { body } = await look(service, operationId);
    expect(body).toMatchObject({ status: 'error', error: expect.stringMatching(/\w/) });
    expect(body).not.toHaveProperty('result');
  });

  it('may end as cancelled, and what has ended stays as it is', async () => {
    const service = await startQuick();
    service.finishOperationsAs('cancelled');
    const operationId = await begin(service);
    const { body } = await look(service, operationId);
    expect(body).toMatchObject({ status: 'cancelled' });
    expect(body).not.toHaveProperty('error');
    service.finishOperationsAs(null);
    expect((await look(service, operationId)).body).toEqual(body);
    expect((await look(service, await begin(service))).body['status']).toBe('success');
  });

  it('stays in a state that nobody knows until that is over', async () => {
    const service = await startQuick();
    service.finishOperationsAs('archiving');
    const operationId = await begin(service);
    expect((await look(service, operationId)).body['status']).toBe('archiving');
    const late = friday + 60 * minute;
    service.setClock(() => late);
    const { body } = await look(service, operationId);
    expect(body).toMatchObject({ status: 'archiving', updatedAt: iso(late) });
    expect(body).not.toHaveProperty('result');
    service.finishOperationsAs(null);
    const ended = await look(service, operationId);
    expect(ended.body).toMatchObject({ status: 'success', updatedAt: iso(late) });
  });

  it('has its result under another spelling, too', async () => {
    const service = await startQuick();
    service.finishOperationsAs('completed');
    const { body } = await look(service, await begin(service));
    expect(body).toMatchObject({ status: 'completed', result: { count: 100 } });
  });
});

describe('asking for an operation', () => {
  it('needs an access key and is not metered', async () => {
    const service = await startQuick();
    const key = service.createKey({ credits: 1 });
    const target = targetOf(search, { responseType: 'paging' });
    const operationId = text((await ask(service, target, { key })).body, 'operationId');
    expect(service.callsCounted()).toBe(1);
    for (let time = 0; time < 3; time++) {
      expect((await look(service, operationId, key)).status).toBe(200);
    }
    expect(service.callsCounted()).toBe(1);
    const { status, body } = await look(service, operationId, 'guess');
    expect(status).toBe(401);
    expect(body).toEqual({ success: false, message: expect.any(String) });
  });

  it('is for the key that started it', async () => {
    const service = await startQuick();
    const operationId = await begin(service);
    const others = [service.trialKey, service.createKey({ credits: 1 })];
    for (const key of others) expect((await look(service, operationId, key)).status).toBe(404);
  });

  it('is 404 where there is none', async () => {
    const service = await startService();
    const { status, body } = await look(service, 'op_check');
    expect(status).toBe(404);
    expect(body).toEqual({ success: false, message: expect.stringContaining('op_check') });
  });

  it('is 404 fifteen minutes after it finished, asked for or not', async () => {
    const service = await startService();
    const [asked, unasked] = [await begin(service), await begin(service)];
    const finished = friday + 6000;
    service.setClock(() => finished + 15 * minute - 1);
    expect((await look(service, asked)).body['status']).toBe('success');
    service.setClock(() => finished + 15 * minute);
    for (const operationId of [asked, unasked]) {
      const { status, body } = await look(service, operationId);
      expect(status).toBe(404);
      expect(body).toEqual({ success: false, message: expect.stringMatching(/expired/) });
    }
  });

  it('is 404 once the handle says so', async () => {
    const service = await startService();
    const operationId = await begin(service);
    service.expireOperations();
    expect((await look(service, operationId)).status).toBe(404);
    expect((await look(service, await begin(service))).status).toBe(200);
  });
});
