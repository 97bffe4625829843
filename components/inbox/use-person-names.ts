'use client'

import { useCallback } from 'react'
import { useDirectory, useMe } from '#components/people/use-people.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { personName } from './list/task-words.ts'

/** The displayed names of people; the actor is `you`. */
export function usePersonNames(): (id: string, recorded?: string | null) => string {
  const me = useMe()
  const people = useDirectory().data?.people
  return useCallback(
    (id, recorded) => (id === me?.id ? 'you' : isolateText(personName(people ?? [], id, recorded))),
    [me?.id, people],
  )
}
