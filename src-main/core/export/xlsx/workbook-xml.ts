/** The parts of a workbook besides its rows (ECMA-376, Open Packaging Conventions). */
import { mostDecimals } from './sheet-xml.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The header stays in sight. */
export const sheetStart =
  `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  '</sheetView></sheetViews><sheetData>';

/** Ids are texts on purpose: no green corners. */
export const sheetEnd =
  '</sheetData><ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/>' +
  '</ignoredErrors></worksheet>';

export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`;

/** Everything else, by path. */
export function workbookParts(sheets: number): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1);
  const each = (write: (number: number) => string): string => numbers.map(write).join('');
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
      each(
        (n) => `<sheet name="${n === 1 ? 'Rows' : `Rows ${n}`}" sheetId="${n}" r:id="rId${n}"/>`,
      ) +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      `${declaration}<Relationships xmlns="${relations}">` +
      each(
        (n) =>
          `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
      ) +
      `<Relationship Id="rId${styleId}" Type="${office}/styles" Target="styles.xml"/>` +
      '</Relationships>',
    'xl/styles.xml': stylesXml,
  };
}

const decimals = Array.from({ length: mostDecimals }, (_, at) => at + 1);
const firstFormat = 164;

/** The order of `cellXfs` is that of `styles` in sheet-xml.ts. */
const stylesXml =
  `${declaration}<styleSheet xmlns="${main}">` +
  `<numFmts count="${mostDecimals + 1}">` +
  `<numFmt numFmtId="${firstFormat}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>` +
  decimals
    .map((n) => `<numFmt numFmtId="${firstFormat + n}" formatCode="0.${'0'.repeat(n)}"/>`)
    .join('') +
  '</numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${4 + mostDecimals}">` +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" quotePrefix="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>' +
  [0, ...decimals]
    .map(
      (n) =>
        `<xf numFmtId="${firstFormat + n}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('') +
  '</cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
  '</styleSheet>';
