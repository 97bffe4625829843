'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import {
  type Choice,
  functionChoice,
  kindChoices,
  operationChoices,
  templateChoice,
  workflowChoice,
} from '../../algorithms/picker/choice.ts'
import { takesTemplates } from '../../commands/take-choice.ts'
import { useSession } from '../../model/session-context.tsx'
import type { Adding } from '../../model/view-store.ts'

/** What the picker offers at a place. A step only changes into another kind; a workflow is no step of itself. */
export function useChoices(adding: Adding): readonly Choice[] {
  const { name } = useSession()
  const api = useApi()
  const titleOf = useWorkflowTitle()
  const { types } = adding
  const addsSteps = adding.retype === undefined
  const withTemplates = takesTemplates(adding)
  const { data: functions } = useQuery({ ...api.workflows.functions.queryOptions(), enabled: addsSteps })
  const { data: workflows } = useQuery({ ...api.workflows.names.queryOptions(), enabled: addsSteps })
  const { data: connectors } = useQuery({ ...api.connectors.list.queryOptions(), enabled: addsSteps })
  const { data: templates } = useQuery({ ...api.workflows.templates.queryOptions(), enabled: withTemplates })
  return useMemo(() => {
    if (!addsSteps) return kindChoices
    const all = [
      ...kindChoices,
      ...(connectors ?? []).flatMap(operationChoices),
      ...(functions ?? []).map(functionChoice),
      ...(workflows ?? [])
        .filter((workflow) => workflow !== name)
        .map((workflow) => workflowChoice(workflow, titleOf(workflow))),
      ...(withTemplates ? (templates ?? []).map(templateChoice) : []),
    ]
    return types === undefined ? all : all.filter(({ adds }) => 'step' in adds && types.includes(adds.step.type))
  }, [addsSteps, withTemplates, connectors, functions, workflows, templates, titleOf, name, types])
}
