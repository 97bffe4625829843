import type { LocatedProblem } from '#core/definition/problems/located.ts'
import { printable } from '../output/printable.ts'
import type { Terminal } from '../terminal.ts'

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const

/**
 * Prints one workflow command of GitHub Actions per problem, which GitHub shows beside the line of the file. Text in a
 * command is encoded: a message that a file contains cannot begin a command of its own.
 */
export function tellAnnotations(terminal: Terminal, file: string, problems: readonly LocatedProblem[]): void {
  for (const { line, column, severity, message, code, step } of problems) {
    const about = step === undefined ? '' : `${step}: `
    const place = `file=${property(file)},line=${line},col=${column},title=${property(code)}`
    terminal.out(`::${commands[severity]} ${place}::${value(printable(about + message))}\n`)
  }
}

const value = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string) => value(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
