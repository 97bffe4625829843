import { styleText } from 'node:util'
import type { Terminal } from '../terminal.ts'

type Style = Parameters<typeof styleText>[0]

/** The text in a style, where the terminal supports colours. */
export function paint(terminal: Terminal, style: Style, text: string): string {
  return terminal.colours ? styleText(style, text, { validateStream: false }) : text
}

/** Colours a status by its meaning for the reader; the word itself is always printed. */
export function paintStatus(terminal: Terminal, status: string): string {
  return paint(terminal, styleOf(status), status)
}

function styleOf(status: string): Style {
  if (/^(failed|cancelled)/i.test(status)) return 'red'
  if (/^(completed|succeeded|decided)/i.test(status)) return 'green'
  if (/^(waiting|paused|open)/i.test(status)) return 'yellow'
  return 'cyan'
}
