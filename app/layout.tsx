import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { ApiProvider } from '#components/api/api-provider.tsx'
import { Tour } from '#components/help/tour/tour.tsx'
import { AccountMenu } from '#components/identity/account-menu.tsx'
import { ConfirmLogin } from '#components/identity/login/confirm-login-dialog.tsx'
import { EntryNotice } from '#components/identity/owners/entry-notice.tsx'
import { OwnerSwitcher } from '#components/identity/owners/owner-switcher.tsx'
import { Standalone } from '#components/identity/standalone.tsx'
import { InboxCount } from '#components/inbox/inbox-count.tsx'
import { TaskNotifier } from '#components/inbox/notify/task-notifier.tsx'
import { ActingNotice } from '#components/people/acting-notice.tsx'
import { AddressAdapter } from '#components/shell/address/address-adapter.tsx'
import { AppShell } from '#components/shell/frame/app-shell.tsx'
import { readLook } from '#components/shell/frame/look-cookie.ts'
import { navigationCookie, navigationFoldOf } from '#components/shell/frame/navigation-fold.ts'
import { themeCookie, themeOf } from '#components/shell/frame/theme.ts'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Heddle', template: '%s · Heddle' },
  description: 'A visual workflow designer and the durable engine that runs what it draws',
}

export const viewport: Viewport = { colorScheme: 'light dark', width: 'device-width', initialScale: 1 }

/** Rendered per request: the theme comes from a cookie, and the scripts carry the request's nonce. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection()
  const [kept, asked] = [await cookies(), await headers()]
  const theme = themeOf(readLook(kept, themeCookie))
  const fold = navigationFoldOf(readLook(kept, navigationCookie))
  return (
    <html
      lang="en"
      {...(theme === 'system' ? {} : { 'data-theme': theme })}
      {...(fold === null ? {} : { 'data-navigation': fold })}
      suppressHydrationWarning
    >
      <body>
        <AddressAdapter>
          <Standalone
            page={children}
            framed={
              <ApiProvider changesFrom={asked.get('x-changes-position')}>
                <AppShell
                  notices={
                    <>
                      <ActingNotice />
                      <EntryNotice />
                    </>
                  }
                  inboxCount={<InboxCount />}
                  account={
                    <>
                      <OwnerSwitcher />
                      <AccountMenu />
                    </>
                  }
                  background={
                    <>
                      <TaskNotifier />
                      <Tour />
                      <ConfirmLogin />
                    </>
                  }
                >
                  {children}
                </AppShell>
              </ApiProvider>
            }
          />
        </AddressAdapter>
      </body>
    </html>
  )
}
