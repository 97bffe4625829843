import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { samples } from '#core/testing/samples.ts'
import { applyEdit } from '../apply-edit.ts'
import { decompile } from '../decompile.ts'
import { renamedSteps } from '../merge/renamed-steps.ts'
import { chooseEdit } from '../testing/arbitrary-edit.ts'
import { arbitraryStyle } from '../testing/arbitrary-json.ts'
import { arbitraryWorkflowText } from '../testing/arbitrary-workflow.ts'
import { drawn } from '../testing/drawn.ts'
import { chooseFrom } from '../testing/styled-text.ts'
import { countChanges, type Drawn, diffDefinitions, type FieldChange } from './diff-definitions.ts'

describe('whatever two definitions', () => {
  it('one does not differ from itself', () => {
    fc.assert(
      fc.property(arbitraryWorkflowText, (from) => {
        const self = diffDefinitions(drawn(from), drawn(from))
        expect(countChanges(self)).toEqual({
          added: 0,
          removed: 0,
          changed: 0,
          moved: 0,
          edges: 0,
          groups: 0,
          workflow: 0,
        })
        expect(self.reordered).toBe(false)
      }),
      { numRuns: samples(30, 120) },
    )
  })

  it('the fields and edges of the one, with the changes made, are those of the other', () => {
    fc.assert(
      fc.property(arbitraryWorkflowText, arbitraryStyle, (from, numbers) => {
        const choose = chooseFrom(numbers)
        let to = from
        for (let left = 3; left > 0; left -= 1) {
          const { definition, layout } = drawn(to)
          const edit = definition.steps.length === 0 ? null : chooseEdit(decompile(definition, layout), choose)
          const result = edit === null ? null : applyEdit(to, edit)
          if (result?.ok) to = result.text
        }
        const [before, now] = [drawn(from), drawn(to)]
        if (renamedSteps(before.definition, now.definition).size > 0) return
        const made = diffDefinitions(before, now)
        for (const step of now.definition.steps) {
          const old = before.definition.steps.find(({ name }) => name === step.name)
          const fields = made.steps.find(({ name }) => name === step.name)?.fields ?? []
          if (old !== undefined)
            expect(apart(patched(old as unknown as Json, fields))).toEqual(apart(step as unknown as Json))
          else expect(made.steps.find(({ name }) => name === step.name)?.status).toBe('added')
        }
        const ids = (drawing: Drawn) => decompile(drawing.definition, {}).edges.map(({ id }) => id)
        const gone = new Set(made.edges.flatMap(({ id, status }) => (status === 'removed' ? [id] : [])))
        const come = made.edges.flatMap(({ id, status }) => (status === 'added' ? [id] : []))
        expect([...ids(before).filter((id) => !gone.has(id)), ...come].toSorted()).toEqual(ids(now).toSorted())
      }),
      { numRuns: samples(30, 120) },
    )
  })
})

function apart(step: Json): JsonObject {
  const { next: _n, dependencies: _d, on_failure: _f, ...rest } = step as JsonObject
  return rest
}

/** A value with changes made to it. */
function patched(value: Json, changes: readonly FieldChange[]): Json {
  return changes.reduce((now, { path, after: then }) => patchedAt(now, path, then), value)
}

function patchedAt(value: Json, [key, ...rest]: FieldChange['path'], then: Json | undefined): Json {
  if (key === undefined) return then as Json
  if (isJsonObject(value)) {
    const { [key]: old, ...others } = value
    const made = rest.length === 0 ? then : patchedAt(old as Json, rest, then)
    return made === undefined ? others : { ...others, [key]: made }
  }
  const list = value as readonly Json[]
  const at = typeof key === 'number' ? key : list.findIndex((item) => isJsonObject(item) && item.name === key)
  const made = rest.length === 0 ? then : patchedAt(list[at] as Json, rest, then)
  if (at === -1) return made === undefined ? list : [...list, made]
  return list.flatMap((item, index) => (index === at ? (made === undefined ? [] : [made]) : [item]))
}
