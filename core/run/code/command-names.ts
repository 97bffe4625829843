import type { CommandKind, CommandShape } from './code-state.ts'

const prefixes: Partial<Record<CommandKind, string>> = {
  child: 'child:',
  milestone: 'milestone:',
  compensation: 'compensation:',
}

/** The step that a command is: `fetchUser#3`, `sleep#4`, `child:Billing#5`. */
export function stepOf({ n, kind, name }: Pick<CommandShape, 'n' | 'kind' | 'name'>): string {
  return `${prefixes[kind] ?? ''}${name}#${n}`
}

/** The number of the command that a step is. */
export function numberOf(step: string): number {
  return Number(step.slice(step.lastIndexOf('#') + 1))
}

/** A command in words, as a violation names it. */
export function commandText({ kind, name, duration_ms }: Omit<CommandShape, 'n'>): string {
  if (kind === 'timer') return `${name} ${duration_ms} ms`
  return kind === 'approval' && name === 'approval' ? name : `${kind} ${name}`
}
