'use client'

import { useRef } from 'react'
import type { StepGroup } from '#core/definition/definition.ts'
import { useDocument } from '../../model/session-context.tsx'

/** The groups of the draft. While the text cannot be parsed, the last known groups. */
export function useGroups(): readonly StepGroup[] {
  const parsed = useDocument((document) => document.parsed)
  const last = useRef<readonly StepGroup[]>([])
  if (parsed.definition !== null) last.current = parsed.groups
  return last.current
}
