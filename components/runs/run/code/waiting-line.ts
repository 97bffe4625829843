import type { RunCode } from '#components/api/models.ts'

/** A line of a file of the code. */
export interface WaitingLine {
  readonly file: string
  /** From 1. */
  readonly line: number
}

/** The line that `at`, a name of a file and a line, means: `messages.ts:13`. Null where the code has no such file. */
export function waitingLine(at: string | undefined, files: RunCode['files']): WaitingLine | null {
  const [, base, line] = /^(.+):(\d+)$/.exec(at ?? '') ?? []
  const file = files.find(({ name }) => name === base || name.endsWith(`/${base}`))
  return file === undefined ? null : { file: file.name, line: Number(line) }
}
