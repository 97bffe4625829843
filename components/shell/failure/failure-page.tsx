'use client'

import { CloudOff, RotateCw } from 'lucide-react'
import Link from 'next/link'
import { apiFailure } from '#components/api/api-failure.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { TopBar } from '../frame/top-bar.tsx'
import { shellTexts } from '../texts/shell.ts'
import { NotFoundPage, type WayOn } from './not-found-page.tsx'

/** The page shown in place of a page that failed. */
export function FailurePage({ error, onRetry, wayOn }: { error: unknown; onRetry: () => void; wayOn?: WayOn }) {
  const failure = apiFailure(error)
  if (failure.code === 'NOT_FOUND') return <NotFoundPage what={failure.message} {...(wayOn && { wayOn })} />
  return (
    <>
      <TopBar crumbs={[{ label: shellTexts.somethingWentWrong }]} />
      <FailureState error={error} onRetry={onRetry} />
    </>
  )
}

const titles: Readonly<Record<string, string>> = {
  UNREACHABLE: shellTexts.serverDoesNotRespond,
  UNAVAILABLE: shellTexts.databaseDoesNotRespond,
}

/** The part shown in place of a list or a panel whose data failed to load. */
export function FailureState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { message, code } = apiFailure(error)
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff />}
        title={titles[code] ?? shellTexts.couldNotLoadThisPage}
        actions={
          <>
            <Button look="primary" icon={<RotateCw />} onClick={onRetry}>
              {shellTexts.tryAgain}
            </Button>
            <Button asChild>
              <Link href="/">{shellTexts.goToOverview}</Link>
            </Button>
          </>
        }
      >
        {message}
      </EmptyState>
    </div>
  )
}
