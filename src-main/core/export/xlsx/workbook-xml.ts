/** A workbook's parts other than its sheets (ECMA-376, Open Packaging Conventions and SpreadsheetML). */

/** Numbers with one to this many decimals have their own styles. */
export const maxDecimals = 15;

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const recipePath = 'customXml/item1.xml';

export const sheetPath = (sheet: number): string => `xl/worksheets/sheet${sheet}.xml`;

/**
 * All other parts, by path.
 * @param title the name of the first sheet.
 * @param ranges the cells of each sheet's filter; Excel also stores them as a hidden name.
 * @param recipe XML that no sheet shows, and that programs preserve; null for none.
 */
export function workbookParts(
  title: string,
  ranges: readonly (string | null)[],
  recipe: string | null,
): Readonly<Record<string, string>> {
  const sheets = ranges.length;
  const sheetName = (n: number): string => (n === 1 ? title : `${title} ${n}`);
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1);
  const filters = ranges.map((range, at) =>
    range === null
      ? ''
      : `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">'${sheetName(at + 1)}'!${range}</definedName>`,
  );
  const each = (write: (n: number) => string): string => numbers.map(write).join('');
  const styleId = sheets + 1;
  return {
    '[Content_Types].xml':
      `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/>` +
      each(
        (n) => `<Override PartName="/${sheetPath(n)}" ContentType="${content}.worksheet+xml"/>`,
      ) +
      '</Types>',
    '_rels/.rels':
      `${declaration}<Relationships xmlns="${relations}">` +
      `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>` +
      '</Relationships>',
    'xl/workbook.xml':
      `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
      each((n) => `<sheet name="${sheetName(n)}" sheetId="${n}" r:id="rId${n}"/>`) +
      `</sheets>${filters.join('') === '' ? '' : `<definedNames>${filters.join('')}</definedNames>`}</workbook>`,
    'xl/_rels/workbook.xml.rels':
      `${declaration}<Relationships xmlns="${relations}">` +
      each(
        (n) =>
          `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
      ) +
      `<Relationship Id="rId${styleId}" Type="${office}/styles" Target="styles.xml"/>` +
      (recipe === null
        ? ''
        : `<Relationship Id="rId${styleId + 1}" Type="${office}/customXml" Target="../${recipePath}"/>`) +
      '</Relationships>',
    'xl/styles.xml': stylesXml,
    ...(recipe === null ? {} : { [recipePath]: recipe }),
  };
}

const decimals = Array.from({ length: maxDecimals }, (_, at) => at + 1);
const firstFormat = 164;

/** The order of `cellXfs` matches `styles` in sheet-xml.ts. */
const stylesXml =
  `${declaration}<styleSheet xmlns="${main}">` +
  `<numFmts count="${maxDecimals + 2}">` +
  `<numFmt numFmtId="${firstFormat}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>` +
  decimals
    .map((n) => `<numFmt numFmtId="${firstFormat + n}" formatCode="0.${'0'.repeat(n)}"/>`)
    .join('') +
  `<numFmt numFmtId="${firstFormat + maxDecimals + 1}" formatCode="yyyy\\-mm\\-dd"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${5 + maxDecimals}">` +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" quotePrefix="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>' +
  [0, ...decimals, maxDecimals + 1]
    .map(
      (n) =>
        `<xf numFmtId="${firstFormat + n}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('') +
  '</cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
  '</styleSheet>';
