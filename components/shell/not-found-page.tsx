'use client'

import { Unplug } from 'lucide-react'
import Link from 'next/link'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TopBar } from './top-bar.tsx'

export function NotFoundPage({ what }: { what?: string }) {
  return (
    <>
      <TopBar crumbs={[{ label: 'Not found' }]} />
      <EmptyState
        icon={<Unplug />}
        title="There is nothing at this address"
        actions={
          <>
            <Button look="primary" asChild>
              <Link href="/">Go to the overview</Link>
            </Button>
            <Button asChild>
              <Link href="/workflows">Workflows</Link>
            </Button>
            <Button asChild>
              <Link href="/runs">Runs</Link>
            </Button>
          </>
        }
      >
        {what ?? 'It may have been renamed or archived, or the link lost a part on its way.'}
      </EmptyState>
    </>
  )
}
