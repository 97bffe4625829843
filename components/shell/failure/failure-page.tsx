'use client'

import { CloudOff, RotateCw } from 'lucide-react'
import Link from 'next/link'
import { apiFailure } from '#components/api/api-failure.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { TopBar } from '../frame/top-bar.tsx'
import { NotFoundPage, type WayOn } from './not-found-page.tsx'

/** The page shown in place of a page that failed. */
export function FailurePage({ error, onRetry, wayOn }: { error: unknown; onRetry: () => void; wayOn?: WayOn }) {
  const failure = apiFailure(error)
  if (failure.code === 'NOT_FOUND') return <NotFoundPage what={failure.message} {...(wayOn && { wayOn })} />
  return (
    <>
      <TopBar crumbs={[{ label: 'Something went wrong' }]} />
      <FailureState error={error} onRetry={onRetry} />
    </>
  )
}

const titles: Readonly<Record<string, string>> = {
  UNREACHABLE: 'The server does not respond',
  UNAVAILABLE: 'The database does not respond',
}

/** The part shown in place of a list or a panel whose data failed to load. */
export function FailureState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { message, code } = apiFailure(error)
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff />}
        title={titles[code] ?? 'Could not load this page'}
        actions={
          <>
            <Button look="primary" icon={<RotateCw />} onClick={onRetry}>
              Try again
            </Button>
            <Button asChild>
              <Link href="/">Go to overview</Link>
            </Button>
          </>
        }
      >
        {message}
      </EmptyState>
    </div>
  )
}
