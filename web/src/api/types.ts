/**
 * What the shop's calls take and answer with (`data` of the envelope), under the names the pages use. The shapes
 * come from the server's OpenAPI document: `make schema` writes them to `web/generated`.
 */
import type { components } from '../../generated/schema'
import type { Answer } from './path'

type Schemas = components['schemas']

export type SiteConfig = Schemas['PublicConfig']
export type SubIdLink = Schemas['LinkInfo']
/** What was done with a sub-id, as it reads it itself. */
export type OwnEvent = Schemas['Event']
/** What is wrong with a part of the shop, as the staff tell it. */
export type Trouble = Schemas['Trouble']
/** The answer 202 of the console: a change waits for a second person. */
export type Asked = Schemas['Asked']
export type YesNo = SiteConfig['sttcYn']
export type Member = Schemas['MemberInfo']
export type ProviderKey = Schemas['PaymentKey']
export type Agreement = Schemas['AgreementDocument']
export type AgreedTo = Schemas['Agreement']
export type NewMember = Schemas['SignUp']
/** Won, VAT included. */
export type PlanPrice = Schemas['PeriodPrice']
export type Plan = Schemas['Plan']
export type OrderChoice = Schemas['QuoteRequest']
/** `periodFrom` and `periodUntil` are the first and last day of use in Korea, as `2026-11-20`. */
export type Quote = Schemas['Quote']
export type OpenOrder = Schemas['OpenOrder']
export type OpenOrders = Schemas['OpenOrders']
export type PlacedOrder = Schemas['PlacedOrder']
export type OrderState = Schemas['OrderState']
export type Order = Schemas['OrderView']
export type Device = Schemas['Device']
export type Service = Schemas['Service']
export type ServiceMove = Schemas['ServiceMove']
export type Move = Schemas['Move']
export type DeviceWithTunnel = Schemas['DeviceWithTunnel']
export type Rotated = Schemas['Rotated']
export type Rotation = Schemas['Rotation']
export type RotationChoice = Schemas['RotationChoice']
export type RotationLimits = Schemas['RotationLimits']
export type RotationLink = Schemas['RotationLink']
export type NewRotationLink = Schemas['NewRotationLink']
export type ChangeRequest = Schemas['ChangeRequest']
export type ChangePreview = Schemas['ChangePreview']
export type ChangedAddress = Schemas['Changed']
export type AddressChange = Schemas['Change']
export type AddressChangeList = Answer<'/api/v1/ip-changes'>
export type PastAddress = Schemas['PastAddress']
export type Certificate = Schemas['Certificate']
export type CertificateDocument = Schemas['CertificateDocument']
export type CertificateItem = Schemas['CertificateItem']
export type CertificateRequest = Schemas['CertificateRequest']
export type CertifiableService = Schemas['CertifiableService']
/** What is signed under a number. Without anything but number and state where its holder has left. */
export type Verified = Schemas['VerifiedCertificate']
export type NowProof = Schemas['NowProof']
export type PublishedKeys = Schemas['PublishedKeys']
/** What a WireGuard file needs beside the private key, which never leaves the browser. */
export type Tunnel = Schemas['Tunnel']
/** A link by which somebody else sets up one device. Its address is shown once, as it is made. */
export type DeviceLink = Schemas['DeviceLink']
export type MadeDeviceLink = Schemas['MadeDeviceLink']
/** What whoever has such a link is told, and what their device needs. */
export type ShownLink = Schemas['ShownLink']
export type LinkedDevice = Schemas['LinkedDevice']
export type Channel = Schemas['CodeRequest']['channel']
export type Purpose = Schemas['CodeRequest']['purpose']
export type IdentityWindow = Schemas['IdentityStarted']
export type VerifiedIdentity = Schemas['IdentityVerified']
export type FoundIds = Schemas['FoundIds']
export type Profile = Schemas['Profile']
export type Session = Schemas['LoginDevice']
export type Leaving = Schemas['Leaving']
export type Security = Schemas['Security']
export type Passkey = Schemas['Passkey']
/** What a passkey is asked to sign, and what it has signed: the document says no more than that it is an object. */
export type Ceremony = Schemas['Ceremony']['options']
export type Reset = Schemas['Reset']
export type TotpSecret = Schemas['NewSecret']

export type Deposit = Schemas['Deposit']
export type Refund = Schemas['Refund']
export type RefundMode = Refund['mode']
export type RefundQuote = Schemas['RefundQuote']
export type RefundAccount = Schemas['Account']
export type TaxInvoiceRequest = Schemas['InvoiceRequest']
export type BillingMethod = Schemas['BillingMethod']
export type BillingCustomer = Schemas['CustomerKey']
export type Subscription = Schemas['Subscription']
export type PriceChange = Schemas['PriceChange']
export type PointEntry = Schemas['PointEntry']
export type UsageChart = Schemas['UsageChart']
export type UsageBucket = Schemas['Bucket']
export type UsageSession = Schemas['SessionItem']
export type TicketEntry = Schemas['TicketEntry']
export type Contract = Schemas['Contract']

export type SubIdDetail = Schemas['SubIdDetail']
export type SubId = Schemas['SubId']
export type GrantState = Schemas['GrantState']
export type GrantChoice = Schemas['GrantChoice']
export type NewSubId = Schemas['SubIdForm']
export type SubIdChange = Schemas['SubIdChange']
export type MadeSubId = Schemas['MadeSubId']
export type PasswordLink = Schemas['PasswordLink']
export type SubIdEvent = Schemas['Event']
export type UsedSession = Schemas['UsedSession']

export type HeadTag = Schemas['Tag']
export type NoticeList = Answer<'/api/v1/notices'>
export type Notice = Schemas['Notice']
export type Faq = Schemas['QuestionOnPage']
export type FaqCategory = Faq['category']
export type FaqList = Schemas['Questions']
export type FoundTexts = Schemas['Results']
export type InquiryItem = Schemas['InquiryItem']
export type Inquiry = Schemas['InquiryView']
export type InquiryMessage = Schemas['InquiryMessage']
export type InquiryImage = Schemas['InquiryImage']
export type NewInquiry = Schemas['NewInquiry']
export type NewInquiryMessage = Schemas['NewMessage']

export type ContentPage = Schemas['ContentPage']
/** The operator's short texts by name; the page decides where each goes. */
export type Texts = ContentPage['texts']
export type Guide = Schemas['Guide']
/** One version of a program. What only a store knows (version, size) is `null`. */
export type Release = Schemas['Release']
export type System = Release['os']
export type LegalDocument = Schemas['LegalDocument']
