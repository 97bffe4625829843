'use client'

import { useId, useState } from 'react'
import type { Person } from '#components/api/models.ts'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { taskActionsTexts } from '../../texts/task-actions.ts'
import { offeredPeople } from './offered-people.ts'

export interface PersonPickerProps {
  people: readonly Person[]
  value: string | null
  onChange(personId: string | null): void
  /** Groups whose people come first. */
  preferred: readonly string[]
}

/** One person of the directory, found by name, id or group. */
export function PersonPicker({ people, value, onChange, preferred }: PersonPickerProps) {
  const name = useId()
  const [typed, setTyped] = useState('')
  const offered = offeredPeople(people, typed, preferred)
  const search = (text: string) => {
    setTyped(text)
    const found = text.trim() === '' ? [] : offeredPeople(people, text, preferred)
    onChange(found.length === 1 ? (found[0]?.id ?? null) : null)
  }
  return (
    <div className="grid gap-2">
      <Field label={taskActionsTexts.personOrGroup} note={taskActionsTexts.nameIdOrGroup}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => search(event.target.value)}
          />
        )}
      </Field>
      {people.length > 0 && offered.length === 0 && (
        <p className="text-small text-muted">{taskActionsTexts.noMatches}</p>
      )}
      {offered.length > 0 && (
        <fieldset className="max-h-56 divide-y overflow-y-auto rounded-m border">
          <legend className="sr-only">{taskActionsTexts.people}</legend>
          {offered.map((person) => (
            <Choice
              key={person.id}
              name={name}
              label={isolateText(person.name)}
              about={[person.id, ...person.groups].join(' · ')}
              isChosen={value === person.id}
              onChoose={() => onChange(person.id)}
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}

interface ChoiceProps {
  name: string
  label: string
  about: string
  isChosen: boolean
  onChoose(): void
}

function Choice({ name, label, about, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="flex items-baseline gap-2.5 px-2.5 py-1.5 hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent">
      <input type="radio" name={name} className="sr-only" checked={isChosen} onChange={onChoose} />
      <span className="font-semibold">{label}</span>
      <span className="min-w-0 truncate font-mono text-code text-muted">{about}</span>
    </label>
  )
}
