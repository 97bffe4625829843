import type { KeySpec } from '#core/definition/catalogue.ts'
import type { Problem } from '#core/definition/problem.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { problemsAt } from '../document/problem-store.ts'
import { sameData } from '../document/reuse-equal.ts'

export type Path = readonly (string | number)[]

export interface FieldChange {
  /** From the field's own value; empty for the value itself. */
  readonly path: Path
  /** Undefined removes what is there. */
  readonly value: Json | undefined
}

/** What every field of the inspector gets: its catalogue entry, its value, and the way to change it. */
export interface FieldProps {
  readonly spec: KeySpec
  /** From the step, or from the workflow, to the value. */
  readonly path: Path
  /** The same from the document's root, as problems have it. */
  readonly at: Path
  readonly value: Json | undefined
  /** The problems at this field or below it. */
  readonly problems: readonly Problem[]
  /** Writes the value, or a part of it, into the document; the answer is why it could not, or null. */
  set(value: Json | undefined, path?: Path): string | null
  /** Several changes as one undo step. */
  change(changes: readonly FieldChange[]): string | null
  /** What stands in an empty field, where the graph knows better than the catalogue. */
  readonly placeholder?: string | undefined
}

/** The same for one key, or one item, within the value. */
export function fieldWithin(props: FieldProps, key: string | number, spec: KeySpec = props.spec): FieldProps {
  const { value, path, at, problems } = props
  const inner = [...at, key]
  return {
    spec,
    path: [...path, key],
    at: inner,
    value: valueWithin(value, key),
    problems: problemsAt(problems, inner),
    set: (next, rest = []) => props.set(next, [key, ...rest]),
    change: (changes) => props.change(changes.map((change) => ({ ...change, path: [key, ...change.path] }))),
  }
}

function valueWithin(value: Json | undefined, key: string | number): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[])[key as number]
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The problem to show where there is room for one: the first error, else the first of all; of several at its place the one that can be mended. */
export function worstOf(problems: readonly Problem[]): Problem | undefined {
  const worst = problems.find(({ severity }) => severity === 'error') ?? problems[0]
  const isThere = ({ severity, path }: Problem) => severity === worst?.severity && sameData(path, worst.path)
  return problems.find((problem) => problem.fix !== undefined && isThere(problem)) ?? worst
}

/** The problems of the value as a whole: those that no field within it shows. */
export function problemsOfWhole({ problems, at }: FieldProps): readonly Problem[] {
  return problems.filter((problem) => problem.path.length <= at.length)
}
