'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ComponentProps, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { publishTemplate } from '#components/workflows/templates/publish-template.ts'
import { welcomeTexts } from '../texts/welcome.ts'
import { StorySketch, type StorySubject } from './story-sketch.tsx'

// The dialog needs the definition parser, which is larger than the rest of the page.
const RunWorkflowDialog = dynamic(
  () => import('#components/runs/start/run-workflow-dialog.tsx').then((module) => module.RunWorkflowDialog),
  { ssr: false },
)

interface Story {
  readonly subject: StorySubject
  /** The template that tells it. */
  readonly templateId: string
  readonly title: string
  readonly words: string
}

const stories: readonly Story[] = [
  {
    subject: 'approval',
    templateId: 'loan-approval',
    title: welcomeTexts.approvalStory,
    words: welcomeTexts.approvalWords,
  },
  { subject: 'saga', templateId: 'trip-booking', title: welcomeTexts.sagaStory, words: welcomeTexts.sagaWords },
  {
    subject: 'sub-workflows',
    templateId: 'order-fulfilment',
    title: welcomeTexts.subWorkflowsStory,
    words: welcomeTexts.subWorkflowsWords,
  },
]

/** Three examples that show what other tools lack, each one form away from a run. */
export function Stories() {
  const [ready, setReady] = useState<Published | null>(null)
  const attempt = usePublishStory(setReady)
  return (
    <section aria-label={welcomeTexts.examples} className="grid gap-3">
      {attempt.error && (
        <Callout tone="failed" alert>
          {apiFailure(attempt.error).message}
        </Callout>
      )}
      <ul className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
        {stories.map((story) => (
          <StoryCard
            key={story.templateId}
            story={story}
            isBusy={attempt.isPending}
            isStarting={attempt.isPending && attempt.variables.templateId === story.templateId}
            onRun={() => attempt.mutate(story)}
          />
        ))}
      </ul>
      {ready && <RunWorkflowDialog {...ready} onClose={() => setReady(null)} />}
    </section>
  )
}

interface StoryCardProps {
  story: Story
  isBusy: boolean
  isStarting: boolean
  onRun(): void
}

function StoryCard({ story: { subject, title, words }, isBusy, isStarting, onRun }: StoryCardProps) {
  return (
    <li className="flex flex-col gap-3 rounded-l border bg-surface p-4">
      <StorySketch subject={subject} />
      <div className="flex-1">
        <h3 className="text-title">{title}</h3>
        <p className="text-muted">{words}</p>
      </div>
      <Button icon={<Play />} disabled={isBusy} onClick={onRun} className="self-start">
        {isStarting ? welcomeTexts.preparing : welcomeTexts.runExample}
        <span className="sr-only"> {title}</span>
      </Button>
    </li>
  )
}

interface Published {
  readonly workflow: string
  readonly version: number
  readonly sampleInput: ComponentProps<typeof RunWorkflowDialog>['sampleInput']
}

/** Creates and publishes a workflow from a template in one step, so that a newcomer is one form away from a run. */
function usePublishStory(onReady: (published: Published) => void) {
  const api = useApi()
  const client = useApiClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ templateId }: Story): Promise<Published> => {
      const templates = await queryClient.fetchQuery(
        api.workflows.templates.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
      )
      const template = templates.find(({ id }) => id === templateId)
      const { name, version } = await publishTemplate(client, { id: templateId })
      return { workflow: name, version, sampleInput: template?.sampleInput }
    },
    onSuccess: onReady,
    onSettled: () => queryClient.invalidateQueries(api.workflows.pathFilter()),
  })
}
