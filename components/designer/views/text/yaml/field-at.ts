import { type KeySpec, keysOfType, workflowKeys } from '#core/definition/catalogue.ts'
import type { Definition } from '#core/definition/definition.ts'
import type { ParseResult } from '#core/definition/parse.ts'
import type { Json } from '#core/json.ts'
import type { TextRange } from '#core/text-range.ts'
import { findStep } from '../../../algorithms/steps/find-step.ts'
import type { Path } from '../../inspector/field-props.ts'

type Read = Pick<ParseResult, 'definition' | 'source'>

/** The owner of fields: a step, or the workflow if no step is named. */
interface Owner {
  readonly value: Json
  /** From the document's root. */
  readonly path: Path
  readonly keys: readonly KeySpec[]
}

/**
 * The field whose value, or key, is at an offset of the text, as the path from its step (or from the workflow) to the
 * innermost value there; null between them.
 */
export function fieldAt(text: string, { definition, source }: Read, step: string | null, offset: number): Path | null {
  const owner = ownerOf(definition, step)
  if (owner === null) return null
  const holds = (path: Path) => {
    const range = linesOf(source, path)
    if (range === null) return false
    // The whole line belongs to it: also what it is indented by, where the cursor comes down a text at the margin.
    if (offset < range.start) return /^[ \t-]*$/.test(text.slice(offset, range.start))
    return offset <= range.end || /^[ \t]*(#.*)?$/.test(text.slice(range.end, offset))
  }
  const within = (value: Json, path: Path): Path => {
    for (const key of keysIn(value)) {
      const inner = [...path, key]
      if (holds(inner)) return within((value as Readonly<Record<string | number, Json>>)[key] as Json, inner)
    }
    return path
  }
  for (const { key } of owner.keys) {
    const path = [...owner.path, key]
    if (!holds(path)) continue
    return within((owner.value as Readonly<Record<string, Json>>)[key] as Json, path).slice(owner.path.length)
  }
  return null
}

/**
 * The text range of the named field, from its key to the end of its value; for a part without its own range, the range
 * of its container. Names are paths from the step joined by dots, which keys may contain as well.
 */
export function rangeOfField({ definition, source }: Read, step: string | null, field: string): TextRange | null {
  const owner = ownerOf(definition, step)
  if (owner === null) return null
  const parts = field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
  const [first = '', ...rest] = parts
  const spelled = linesOf(source, [...owner.path, first, rest.join('.')])
  for (let length = parts.length; length > 0; length -= 1) {
    const range = linesOf(source, [...owner.path, ...parts.slice(0, length)])
    if (range !== null) return length === 1 ? (spelled ?? range) : range
  }
  return null
}

function ownerOf(definition: Definition | null, step: string | null): Owner | null {
  if (step === null) return definition && { value: definition as unknown as Json, path: [], keys: workflowKeys }
  const found = findStep(definition, step)
  return found && { value: found.step as unknown as Json, path: found.path, keys: keysOfType(found.step.type) }
}

function linesOf(source: ParseResult['source'], path: Path): TextRange | null {
  const value = source.rangeOf(path)
  if (value === undefined) return null
  return { start: source.keyRange(path)?.start ?? value.start, end: value.end }
}

function keysIn(value: Json): readonly (string | number)[] {
  if (Array.isArray(value)) return [...value.keys()]
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}
