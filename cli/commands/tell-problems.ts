import type { LocatedProblem } from '#core/definition/problems/located.ts'
import { paint } from '../output/paint.ts'
import { printable } from '../output/printable.ts'
import type { Terminal } from '../terminal.ts'

const styles = { error: 'red', warning: 'yellow', info: 'cyan' } as const

/** Prints one line per problem, `file:line:column` first, the form that editors and terminals link. */
export function tellProblems(terminal: Terminal, file: string, problems: readonly LocatedProblem[]): void {
  for (const { line, column, severity, message, code, step } of problems) {
    const place = `${file === '-' ? 'input' : file}:${line}:${column}`
    const about = step === undefined ? '' : `${printable(step)}: `
    terminal.out(
      `${place}: ${paint(terminal, styles[severity], severity)}: ${about}${printable(message)} ${paint(terminal, 'dim', code)}\n`,
    )
  }
}
