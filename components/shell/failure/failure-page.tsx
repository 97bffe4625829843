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
  NOT_FOUND: shellTexts.pageNotFound,
  UNREACHABLE: shellTexts.serverDoesNotRespond,
  BROKEN: shellTexts.cannotDisplayThisPage,
  UNAVAILABLE: shellTexts.databaseDoesNotRespond,
}

export interface FailureStateProps {
  error: unknown
  onRetry: () => void
  /** The failure is of one list among other parts of the page: in a frame as wide as the list. */
  isOfList?: boolean
}

/** The part shown in place of a list or a panel whose data failed to load. */
export function FailureState({ error, onRetry, isOfList = false }: FailureStateProps) {
  const { message, code } = apiFailure(error)
  // Asking again does not help where the scripts of the page are at fault.
  const isIncomplete = code === 'INCOMPLETE' || code === 'BROKEN'
  const couldNotLoad = isOfList ? shellTexts.couldNotLoadThisList : shellTexts.couldNotLoadThisPage
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff />}
        title={(code === 'NOT_FOUND' && isOfList ? undefined : titles[code]) ?? couldNotLoad}
        className={isOfList ? 'w-full max-w-none rounded-m border bg-surface py-9' : ''}
        actions={
          <>
            <Button
              look={isOfList ? 'plain' : 'primary'}
              icon={<RotateCw />}
              onClick={isIncomplete ? () => location.reload() : onRetry}
            >
              {isIncomplete ? shellTexts.reload : shellTexts.tryAgain}
            </Button>
            {!isOfList && (
              <Button asChild>
                <Link href="/">{shellTexts.goToOverview}</Link>
              </Button>
            )}
          </>
        }
      >
        {message}
      </EmptyState>
    </div>
  )
}
