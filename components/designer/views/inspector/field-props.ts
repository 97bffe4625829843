import type { KeySpec } from '#core/definition/catalogue.ts'
import type { Problem } from '#core/definition/problem.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { sameData } from '../../model/document/reuse-equal.ts'
import { problemsAt } from '../../model/problems/problem-store.ts'

export type Path = readonly (string | number)[]

export interface FieldChange {
  /** The path from the field's own value; empty for the value itself. */
  readonly path: Path
  /** The new value; undefined removes the value. */
  readonly value: Json | undefined
}

/** The props of every inspector field: its catalogue entry, its value, and the functions that change the value. */
export interface FieldProps {
  readonly spec: KeySpec
  /** The path from the step, or from the workflow, to the value. */
  readonly path: Path
  /** The path from the document's root, as in problems. */
  readonly at: Path
  readonly value: Json | undefined
  /** The problems at this field or below it. */
  readonly problems: readonly Problem[]
  /** Writes the value, or a part of it, into the document. Returns the reason of a refusal, or null. */
  set(value: Json | undefined, path?: Path): string | null
  /** Applies several changes as one undo step. */
  change(changes: readonly FieldChange[]): string | null
  /** The placeholder of an empty field, where the graph knows better than the catalogue. */
  readonly placeholder?: string | undefined
}

/** The props of a field for one key, or one item, within the value. */
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

/**
 * The problem to show where there is room for one: the first error, else the first problem. Among several of that
 * severity at the same path, the one with a fix.
 */
export function worstOf(problems: readonly Problem[]): Problem | undefined {
  const worst = problems.find(({ severity }) => severity === 'error') ?? problems[0]
  const isThere = ({ severity, path }: Problem) => severity === worst?.severity && sameData(path, worst.path)
  return problems.find((problem) => problem.fix !== undefined && isThere(problem)) ?? worst
}

/** The problems of the value as a whole, which no field within the value shows. */
export function problemsOfWhole({ problems, at }: FieldProps): readonly Problem[] {
  return problems.filter((problem) => problem.path.length <= at.length)
}
