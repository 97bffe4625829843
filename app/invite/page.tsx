import type { Metadata } from 'next'
import { OpenApiProvider } from '#components/api/api-provider.tsx'
import { InvitePage } from '#components/identity/invite/invite-page.tsx'

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' }

export default function Page() {
  return (
    <OpenApiProvider>
      <InvitePage />
    </OpenApiProvider>
  )
}
