import { parse } from '../parse.ts'
import type { Problem } from '../problem.ts'

/** The problems of a text in short: `error KEY_MISSING steps.0.function @ A`, with what they point at behind the `@`. */
export function problemsOf(text: string): readonly string[] {
  return parse(text).problems.map((problem) => inShort(problem, text))
}

/** The problems of one step, written as the inside of braces. */
export function problemsOfStep(keys: string): readonly string[] {
  return problemsOf(textOf(`{ name: S, ${keys} }`))
}

/** A workflow of these steps, each in one line. */
export function textOf(...steps: readonly string[]): string {
  return `workflow_type: Flow\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`
}

function inShort({ severity, code, path, range }: Problem, text: string): string {
  const shown = JSON.stringify(text.slice(range.start, range.end)).slice(1, -1)
  return `${severity} ${code} ${path.join('.')} @ ${shown}`
}
