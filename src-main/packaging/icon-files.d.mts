export const linuxSizes: readonly number[];
export const icoSizes: readonly number[];
export const icnsSizes: readonly number[];
export function asIco(pngs: ReadonlyMap<number, Buffer>): Buffer;
export function asIcns(pngs: ReadonlyMap<number, Buffer>): Buffer;
