'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Asker } from '#core/run/command.ts'
import { type OverridePreview, previewOverride } from '#core/run/preview/preview-override.ts'
import type { RunState } from '#core/run/state.ts'
import { runActingTexts } from '../../../texts/run-acting.ts'
import { functionNeeds } from './function-needs.ts'
import { type OverrideChoice, overrideOf } from './override-choice.ts'

/**
 * The effect of the override, computed from the loaded history: again with every change of the run and of the choice.
 */
export function useOverridePreview(
  executable: ExecutableDefinition,
  state: RunState,
  asker: Asker,
  { verb, step, output, target }: OverrideChoice,
): OverridePreview {
  const api = useApi()
  const { data } = useQuery(api.workflows.functions.queryOptions())
  const needsOf = useMemo(() => functionNeeds(data ?? []), [data])
  const settled = useDeferredValue(state)
  const typed = useDeferredValue(output)
  return useMemo(
    () =>
      previewOverride(executable, settled, { ...overrideOf({ verb, step, output: typed, target }), ...asker }, needsOf),
    [executable, settled, asker, verb, step, typed, target, needsOf],
  )
}

/** The mutations that override a step; each shows a message after a success. */
export function useOverride(runId: string, done: string, onDone: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const feedback = {
    onSuccess: ({ outcome }: { outcome: 'done' | 'accepted' }) => {
      showToast(outcome === 'done' ? { tone: 'done', title: done } : { tone: 'async', title: runActingTexts.accepted })
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries(api.runs.tree.queryFilter({ runId })),
  }
  return {
    skip: useMutation(api.runs.skip.mutationOptions(feedback)),
    markDone: useMutation(api.runs.markDone.mutationOptions(feedback)),
    jump: useMutation(api.runs.jump.mutationOptions(feedback)),
  }
}
