'use client'

import { toneClasses } from '#components/ui/layout/tone.ts'
import { usePeopleAt } from '../top-bar/use-presence.ts'

/**
 * A ring around a step that another user has selected, with the user's name. Screen readers hear the name with the
 * step's name.
 */
export function PeopleRing({ step, named }: { step: string; named: boolean }) {
  const people = usePeopleAt(step)
  const [first] = people ?? []
  if (people === undefined || first === undefined) return null
  return (
    <span
      aria-hidden="true"
      data-people={people.map(({ name }) => name).join(', ')}
      className={`pointer-events-none absolute -inset-1.25 rounded-[15px] border-2 border-tone ${toneClasses[first.tone]}`}
    >
      {named && (
        <span className="absolute -top-4.5 left-2 max-w-40 truncate rounded-[5px] bg-tone px-1.5 text-[10.5px]/4 font-semibold text-surface">
          {first.name}
          {people.length > 1 && ` +${people.length - 1}`}
        </span>
      )}
    </span>
  )
}
