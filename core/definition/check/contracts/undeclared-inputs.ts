import { isJsonObject, type JsonSchema, objectOf } from '#core/json.ts'
import { suggest } from '../../../expression/suggest.ts'
import type { Step } from '../../definition.ts'
import type { Problem } from '../../problem.ts'
import type { SourceIndex, SourcePath } from '../../text/source-index.ts'
import { placedSteps, problemAt } from './each-step.ts'
import { inputUses, type UsedAs } from './input-uses.ts'

/** A field of the input that expressions use and the input schema does not have. */
interface UndeclaredInput {
  readonly field: string
  /** The type that all uses agree on; null where they tell none. */
  readonly usedAs: UsedAs
  /** No use asks first whether the field is there. */
  readonly required: boolean
  readonly step: string
  /** The first use. */
  readonly path: SourcePath
}

export function undeclaredInputs(steps: readonly Step[], schema: JsonSchema | undefined): readonly UndeclaredInput[] {
  if (!isClosedOver(schema)) return []
  const declared = objectOf(schema?.properties)
  const found = new Map<string, UndeclaredInput>()
  for (const { step, path } of placedSteps(steps)) {
    for (const use of inputUses(step)) {
      if (Object.hasOwn(declared, use.field)) continue
      const before = found.get(use.field)
      const required = !use.mayBeMissing
      if (before === undefined) {
        found.set(use.field, {
          ...{ field: use.field, usedAs: use.usedAs, required },
          ...{ step: step.name, path: [...path, ...use.path] },
        })
      } else {
        const usedAs =
          use.usedAs === null || before.usedAs === use.usedAs ? before.usedAs : (before.usedAs ?? use.usedAs)
        found.set(use.field, { ...before, usedAs, required: before.required && required })
      }
    }
  }
  return [...found.values()]
}

/** Keywords by which a schema may have fields that `properties` does not list. */
const open = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', 'additionalProperties']

/** Does a schema list its fields, without saying anything about others? `additionalProperties: false` is an error there. */
function isClosedOver(schema: JsonSchema | undefined): boolean {
  if (schema === undefined) return true
  const isObject = schema.type === 'object' || isJsonObject(schema.properties)
  return isObject && !open.some((keyword) => Object.hasOwn(schema, keyword))
}

/**
 * Warnings for undeclared fields: a run gets its start form and its checks from the declared ones. A field that is
 * probably misspelt is already reported where it is used, with the name that was meant.
 */
export function checkInputs(
  steps: readonly Step[],
  schema: JsonSchema | undefined,
  source: SourceIndex,
): readonly Problem[] {
  const declared = Object.keys(objectOf(schema?.properties))
  const isMisspelt = ({ field, required }: UndeclaredInput) => required && suggest(field, declared) !== undefined
  const unknown = undeclaredInputs(steps, schema).filter((input) => !isMisspelt(input))
  return unknown.map(({ field, step, path }) => {
    const message = `input.${field} is used but not declared. Add it to the input of the workflow.`
    return problemAt(source, { code: 'INPUT_UNDECLARED', message, severity: 'warning', path, step })
  })
}
