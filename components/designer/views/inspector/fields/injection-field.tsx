'use client'

import { Plus } from 'lucide-react'
import { Button } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { injectionRuleKeys } from '#core/definition/catalogue/nested-keys.ts'
import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import { type FieldProps, fieldWithin, problemsOfWhole } from '../field-props.ts'
import { fieldWords, Words } from '../field-words.tsx'
import { NestedFields } from '../nested-fields.tsx'
import { FieldLegend } from './field-legend.tsx'
import { ItemHead } from './item-list.tsx'

/** The tests that a rule may have; of several in the text the first of this order counts. */
const tests = ['value_match', 'value_is_not', 'value_greater_than', 'value_less_than', 'value_between'] as const
type Test = (typeof tests)[number]

const beginnings: Readonly<Record<Test, Json>> = {
  value_match: 'yes',
  value_is_not: [],
  value_greater_than: 0,
  value_less_than: 0,
  value_between: [0, 100],
}

/** Rules that insert steps behind this one, by what the state holds when it has completed. */
export function InjectionField(field: FieldProps) {
  const list = fieldWithin(field, 'rules')
  const rules: readonly Json[] = isJsonList(list.value) ? list.value : []
  const fresh = { condition_key: '', value_match: 'yes', action: 'INSERT_AFTER_CURRENT', steps_to_insert: [] }
  const add = () => (field.value === undefined ? field.set({ rules: [fresh] }) : list.set(fresh, [rules.length]))
  return (
    <fieldset className="grid min-w-0 gap-2">
      <FieldLegend spec={field.spec} />
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no identity but its index
        <div key={index} className="grid gap-2 rounded-m border p-2.5">
          <ItemHead
            field={rules.length === 1 ? removingAll(field, list) : list}
            index={index}
            count={rules.length}
            name={viewsInspectorFieldsTexts.rule(index + 1)}
          >
            <span className="font-medium">{viewsInspectorFieldsTexts.ruleIndex(index + 1)}</span>
          </ItemHead>
          <RuleFields field={fieldWithin(list, index)} rule={rule} />
        </div>
      ))}
      <div>
        <Button icon={<Plus />} disabled={rules.length >= limits.definition.injectionRules} onClick={add}>
          {viewsInspectorFieldsTexts.addRule}
        </Button>
      </div>
      <Words {...fieldWords({ spec: field.spec, problems: problemsOfWhole(field) })} />
    </fieldset>
  )
}

/** Without its last rule the key goes as well. */
function removingAll(field: FieldProps, list: FieldProps): FieldProps {
  return { ...list, set: () => field.set(undefined) }
}

function RuleFields({ field, rule }: { field: FieldProps; rule: Json }) {
  const test = tests.find((key) => isJsonObject(rule) && rule[key] !== undefined) ?? 'value_match'
  const specOf = (key: string) => injectionRuleKeys.filter((spec) => spec.key === key)
  const choose = (next: Test) =>
    field.change([
      { path: [test], value: undefined },
      { path: [next], value: beginnings[next] },
    ])
  return (
    <>
      <NestedFields field={field} keys={specOf('condition_key')} />
      <Field label={viewsInspectorFieldsTexts.test}>
        {(control) => (
          <Select
            {...control}
            value={test}
            options={tests.map((key) => ({ value: key, label: specOf(key)[0]?.label ?? key }))}
            onValueChange={(next) => choose(next as Test)}
          />
        )}
      </Field>
      <NestedFields field={field} keys={[...specOf(test), ...specOf('steps_to_insert')]} />
    </>
  )
}
