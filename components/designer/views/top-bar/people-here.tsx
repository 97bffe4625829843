'use client'

import { useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { toneClasses } from '#components/ui/layout/tone.ts'
import { Popover } from '#components/ui/overlay/popover.tsx'
import { limits } from '#core/limits.ts'
import { callMyself, displayName } from '../../model/presence/display-name.ts'
import type { Person } from '../../model/presence/person.ts'
import { useSession } from '../../model/session-context.tsx'
import { viewsTopBarTexts } from '../../texts/views-top-bar.ts'
import { usePeople } from './use-presence.ts'

const shown = 4

/** The other users who have the draft open, as a row of initials; empty without other users. */
export function PeopleHere() {
  const people = usePeople()
  const names = people.map(({ name }) => name).join(', ')
  return (
    <>
      <span role="status" className="sr-only">
        {people.length > 0 && viewsTopBarTexts.alsoHere(names)}
      </span>
      {people.length > 0 && (
        <Popover
          label={viewsTopBarTexts.alsoHereLabel}
          align="end"
          className="w-72 p-0"
          trigger={
            <button
              type="button"
              aria-label={viewsTopBarTexts.alsoHere(names)}
              className="flex h-7 items-center rounded-s px-1 hover:bg-hover max-sm:[&>:not(:first-child)]:hidden"
            >
              {people.slice(0, shown).map((person) => (
                <Avatar key={person.id} person={person} />
              ))}
              {people.length > shown && <span className="pl-1.5 text-small text-muted">+{people.length - shown}</span>}
            </button>
          }
        >
          <PeopleList people={people} />
        </Popover>
      )}
    </>
  )
}

function Avatar({ person: { initials, tone } }: { person: Person }) {
  return (
    <span
      aria-hidden="true"
      className={`-ml-1 grid size-6 place-items-center rounded-full border-2 border-surface bg-tone text-[9.5px] font-bold text-surface first:ml-0 ${toneClasses[tone]}`}
    >
      {initials}
    </span>
  )
}

function PeopleList({ people }: { people: readonly Person[] }) {
  const session = useSession()
  return (
    <>
      <ul aria-label={viewsTopBarTexts.alsoHereLabel} className="grid max-h-72 gap-1 overflow-y-auto px-3 py-2.5">
        {people.map((person) => (
          <li key={person.id} className="flex min-h-7 items-center gap-2">
            <Avatar person={person} />
            <span className="min-w-0 flex-1 truncate font-medium">{person.name}</span>
            {person.steps[0] !== undefined && (
              <Button
                size="small"
                look="ghost"
                className="max-w-32"
                onClick={() => session.view.showStep(person.steps[0] as string)}
              >
                <span className="truncate">
                  <span className="sr-only">{viewsTopBarTexts.show} </span>
                  {person.steps[0]}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <OwnName />
    </>
  )
}

/** Without accounts, a chosen name tells the windows apart. */
function OwnName() {
  const [name, setName] = useState(() => displayName() ?? '')
  return (
    <Field label={viewsTopBarTexts.yourNameForOthers} className="border-t px-3 py-2.5">
      {(control) => (
        <Input
          {...control}
          value={name}
          maxLength={limits.presence.nameCharacters}
          placeholder={viewsTopBarTexts.anotherWindow}
          onChange={(event) => {
            setName(event.target.value)
            callMyself(event.target.value.trim())
          }}
        />
      )}
    </Field>
  )
}
