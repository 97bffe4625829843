'use client'

import { X } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import type { JsonObject } from '#core/json.ts'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import { ExpressionInput } from '../../expression/expression-input.tsx'
import { type FieldProps, fieldWithin } from '../field-props.ts'
import { fieldWords } from '../field-words.tsx'
import { RowProblem } from '../row-problem.tsx'
import { useDraft } from '../use-draft.ts'
import { readLoose, showLoose } from '../values/loose-json.ts'
import { AddRow } from './add-row.tsx'

export interface EntriesFieldProps {
  readonly field: FieldProps
  readonly value: JsonObject
  /** The noun for one entry: `header`. */
  readonly noun: string
  readonly hasSecrets: boolean
  /** Entries that the receiver declares; they have rows even while they have no value. */
  readonly declared?: readonly DeclaredEntry[]
}

/** An entry that the receiver of the map declares. */
export interface DeclaredEntry {
  readonly name: string
  readonly title: string
  /** The type in words. */
  readonly type: string
  readonly required: boolean
}

/** A map as rows of a name and a value, where values may hold `{{ }}`. */
export function EntriesField({ field, value, noun, hasSecrets, declared = [] }: EntriesFieldProps) {
  const names = Object.keys(value)
  const others = names.filter((name) => !declared.some((entry) => entry.name === name))
  const rename = (from: string, to: string) => {
    if (to === '' || to === from || names.includes(to)) return
    field.set(Object.fromEntries(Object.entries(value).map(([name, entry]) => [name === from ? to : name, entry])))
  }
  const add = (name: string) => {
    if (!names.includes(name)) field.set('', [name])
  }
  const remove = (name: string) => (names.length === 1 ? field.set(undefined) : field.set(undefined, [name]))
  return (
    <div className="grid gap-1.5">
      {declared.map((entry) => (
        <div key={entry.name} data-field={[...field.path, entry.name].join('.')} className="grid gap-0.5">
          <span className="flex items-baseline gap-1.5 text-label text-muted">
            <span title={entry.name}>{entry.title}</span>
            {entry.required && <span className="text-failed">{viewsInspectorFieldsTexts.requiredMark}</span>}
            <span className="ml-auto text-small text-faint">{entry.type}</span>
          </span>
          <Entry
            field={fieldWithin(field, entry.name)}
            name={entry.name}
            noun={noun}
            hasSecrets={hasSecrets}
            isDeclared
          />
        </div>
      ))}
      {others.map((name) => (
        <div
          key={name}
          data-field={[...field.path, name].join('.')}
          className="grid grid-cols-[2fr_3fr_24px] items-start gap-1"
        >
          <Input
            aria-label={viewsInspectorFieldsTexts.nameOf(noun, name)}
            defaultValue={name}
            spellCheck={false}
            className="font-mono text-code"
            onBlur={(event) => rename(name, event.target.value.trim())}
            onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          />
          <Entry field={fieldWithin(field, name)} name={name} noun={noun} hasSecrets={hasSecrets} />
          <IconButton
            size="small"
            label={viewsInspectorFieldsTexts.removeNounAndName(noun, name)}
            className="mt-0.75"
            onClick={() => remove(name)}
          >
            <X />
          </IconButton>
        </div>
      ))}
      <AddRow
        label={viewsInspectorFieldsTexts.new(noun)}
        placeholder={viewsInspectorFieldsTexts.nameOfNew(noun)}
        onAdd={add}
      />
    </div>
  )
}

interface EntryProps {
  readonly field: FieldProps
  readonly name: string
  readonly noun: string
  readonly hasSecrets: boolean
  /** An empty text removes the entry, whose row stays. */
  readonly isDeclared?: boolean
}

function Entry({ field, name, noun, hasSecrets, isDeclared = false }: EntryProps) {
  const id = useId()
  const draft = useDraft(
    field.value,
    showLoose,
    (text) => ({ value: isDeclared && text === '' ? undefined : readLoose(text) }),
    (next) => field.set(next),
  )
  const { error } = fieldWords(field, draft.error)
  return (
    <div className="grid min-w-0 gap-1">
      <ExpressionInput
        control={{ id, ...(error === undefined ? {} : { 'aria-invalid': true }) }}
        label={viewsInspectorFieldsTexts.valueOf(noun, name)}
        kind={template}
        hasSecrets={hasSecrets}
        value={draft.text}
        onChange={draft.change}
        onBlur={draft.finish}
      />
      <RowProblem spec={field.spec} problems={field.problems} refusal={draft.error} />
    </div>
  )
}

const template = { form: 'template' } as const
