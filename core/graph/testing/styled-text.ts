import type { Json, JsonObject } from '#core/json.ts'
import { scalarText } from '../text/write-scalar.ts'

/** A source of decisions about style: each call takes one of `count` ways. */
export type Choose = (count: number) => number

export function chooseFrom(numbers: readonly number[]): Choose {
  let index = 0
  return (count) => ((numbers[index++ % numbers.length] as number) + index) % count
}

/**
 * A YAML text that says `value` the way people write: comments, odd quoting,
 * odd spacing, flow and block style, empty lines, either line break, a last
 * line break or none.
 */
export function styledText(value: JsonObject, choose: Choose): string {
  const printer: Printer = {
    choose,
    indent: 1 + choose(4),
    dashIndent: choose(3),
    dashWidth: 2 + choose(2) * choose(3),
    blank: choose(3) === 0,
  }
  const lines = mapLines(printer, value)
  if (choose(3) === 0) lines.unshift('# what this is about', ...(choose(2) === 0 ? [''] : []))
  if (choose(4) === 0) lines.push(...(choose(2) === 0 ? [''] : []), '# the end')
  const newline = choose(4) === 0 ? '\r\n' : '\n'
  return lines.join(newline) + (choose(3) === 0 ? '' : newline)
}

interface Printer {
  readonly choose: Choose
  readonly indent: number
  readonly dashIndent: number
  readonly dashWidth: number
  readonly blank: boolean
}

function mapLines(printer: Printer, value: JsonObject): string[] {
  return Object.entries(value).flatMap(([key, item], index) => {
    const lines = [...noise(printer, index)]
    const colon = `${keyText(printer, key, false)}${printer.choose(12) === 0 ? ' ' : ''}:`
    return [...lines, ...behind(printer, colon, item, printer.indent, printer.dashIndent, printer.indent + 1)]
  })
}

function listLines(printer: Printer, value: readonly Json[]): string[] {
  const dash = '-'.padEnd(printer.dashWidth)
  return value.flatMap((item, index) => {
    const lines = [...noise(printer, index)]
    if (isFilled(item) && printer.choose(3) !== 0) {
      const [first = '', ...rest] = Array.isArray(item)
        ? listLines(printer, item)
        : mapLines(printer, item as JsonObject)
      if (!first.startsWith('#') && first !== '') return [...lines, dash + first, ...shift(rest, dash.length)]
      return [...lines, '-', ...shift([first, ...rest], dash.length)]
    }
    return [...lines, ...behind(printer, '-', item, printer.dashWidth, printer.dashWidth, printer.dashWidth)]
  })
}

/** A value behind `lead` (a key with its colon, or a dash). */
function behind(
  printer: Printer,
  lead: string,
  value: Json,
  indent: number,
  dashIndent: number,
  text: number,
): string[] {
  const { choose } = printer
  const comment = choose(6) === 0 ? `${' '.repeat(1 + choose(3))}# note ${choose(9)}: x` : ''
  const space = ' '.repeat(1 + (choose(5) === 0 ? 2 : 0))
  if (isFilled(value) && choose(3) !== 0) {
    if (Array.isArray(value))
      return [lead + comment, ...shift(listLines(printer, value), lead === '-' ? indent : dashIndent)]
    return [lead + comment, ...shift(mapLines(printer, value as JsonObject), indent)]
  }
  if (value === null && choose(2) === 0) return [lead + comment]
  if (typeof value === 'string' && choose(2) === 0) {
    const block = blockString(printer, value)
    if (block !== null) return [lead + space + block[0] + comment, ...shift(block.slice(1), text)]
  }
  const [first = '', ...rest] = flowLines(printer, value, true)
  return [lead + space + first, ...shift(rest, text + 1)].map((line, index, all) =>
    index === all.length - 1 ? line + comment : line,
  )
}

function blockString({ choose }: Printer, value: string): string[] | null {
  const match = /^([!-~][ -~]*(?:\n[!-~][ -~]*)*)(\n?)$/.exec(value)
  if (match === null) return null
  const chomp = match[2] === '' ? '-' : ''
  const lines = (match[1] as string).split('\n')
  if (choose(2) === 0) return [`|${chomp}`, ...lines]
  const folded = lines.flatMap((line, index) => [...(index === 0 ? [] : ['']), ...wrap(line)])
  return [`>${chomp}`, ...folded]
}

/** Breaks a line at its middle single space, where folding puts it together again. */
function wrap(line: string): string[] {
  const at = line.indexOf(' ', line.length / 2)
  const breaks = at > 0 && line[at - 1] !== ' ' && at + 1 < line.length && line[at + 1] !== ' '
  return breaks ? [line.slice(0, at), line.slice(at + 1)] : [line]
}

function flowLines(printer: Printer, value: Json, outermost: boolean): string[] {
  const { choose } = printer
  if (typeof value !== 'object' || value === null) return [scalar(printer, value, !outermost)]
  const list = Array.isArray(value)
  const items = list
    ? value.map((item) => flowLines(printer, item, false).join(' '))
    : Object.entries(value).map(
        ([key, item]) =>
          `${keyText(printer, key, true)}:${' '.repeat(1 + choose(2))}${flowLines(printer, item, false).join(' ')}`,
      )
  const [open, close] = list ? ['[', ']'] : ['{', '}']
  const pad = ' '.repeat(choose(2))
  if (outermost && items.length > 0 && choose(4) === 0) {
    const trailing = choose(2) === 0 ? ',' : ''
    return [open, ...items.map((item, index) => `  ${item}${index < items.length - 1 ? ',' : trailing}`), `${close}`]
  }
  const comma = choose(4) === 0 ? ' ,' : choose(3) === 0 ? ',' : ', '
  return [open + pad + items.join(comma === ',' ? ', ' : comma.padEnd(2)) + pad + close]
}

function scalar({ choose }: Printer, value: string | number | boolean | null, flow: boolean): string {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && choose(4) === 0)
    return `0x${value.toString(16)}`
  if (value === null) return choose(2) === 0 ? '~' : 'null'
  const quoting = (['plain', 'plain', 'single', 'double'] as const)[choose(4)] ?? 'plain'
  return scalarText(value, { flow, quoting })
}

function keyText({ choose }: Printer, key: string, flow: boolean): string {
  return scalarText(key, { flow, quoting: choose(8) === 0 ? 'double' : choose(8) === 0 ? 'single' : 'plain' })
}

function noise({ choose, blank }: Printer, index: number): string[] {
  const lines: string[] = []
  if (index > 0 && (blank ? choose(4) !== 0 : choose(8) === 0)) lines.push('')
  if (choose(6) === 0) lines.push(`# about: this one ${choose(9)}`)
  if (choose(25) === 0) lines.push('', '# apart', '')
  return lines
}

function isFilled(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function shift(lines: readonly string[], columns: number): string[] {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(columns) + line))
}
