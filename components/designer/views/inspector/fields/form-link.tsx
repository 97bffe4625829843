'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { CopyButton } from '#components/ui/controls/copy-button.tsx'
import { useSession } from '../../../model/session-context.tsx'
import { triggerTexts } from '../../../texts/triggers.ts'

/** The address of a form trigger once it is published, to open and to copy. */
export function FormLink({ name }: { name: string }) {
  const workflow = useSession().name
  const { data = [] } = useQuery(useApi().triggers.list.queryOptions({ workflow }))
  const path = data.find((trigger) => trigger.name === name)?.formPath ?? null
  return (
    <div className="grid gap-1 text-small text-muted">
      <p>{triggerTexts.formFields}</p>
      {path === null ? (
        <p>{triggerTexts.formAfterPublishing}</p>
      ) : (
        <p className="flex min-w-0 items-center gap-1">
          <a href={path} target="_blank" rel="noreferrer" className="text-accent wrap-anywhere hover:underline">
            {`${location.origin}${path}`}
          </a>
          <CopyButton
            label={triggerTexts.formAddress}
            textOf={() => `${location.origin}${path}`}
            className="opacity-100"
          />
        </p>
      )}
    </div>
  )
}
