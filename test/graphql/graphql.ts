/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Scope of an access token. */
export type AccessTokenScope =
  /** Read agents and their actions, approve and reject actions. */
  | 'APPROVE'
  /** All queries but those of members, and all subscriptions. */
  | 'READ'
  /** Operations of one customer's wallet: credentials, sessions, wallet settings, execution of quotes from the wallet, and all reads of that customer. */
  | 'WALLET';

/** Account details, one field for each account type: provide exactly one. */
export type AccountInfoInput =
  {   /** Details of a AED_ACCOUNT account, for AED. */
  aedAccount: AedAccountInput; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never;   /** Details of a BASE_WALLET account, for USDC. */
  baseWallet: BaseWalletInput; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never;   /** Details of a BDT_ACCOUNT account, for BDT. */
  bdtAccount: BdtAccountInput; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never;   /** Details of a BRL_ACCOUNT account, for BRL. */
  brlAccount: BrlAccountInput; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never;   /** Details of a BWP_ACCOUNT account, for BWP. */
  bwpAccount: BwpAccountInput; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never;   /** Details of a CAD_ACCOUNT account, for CAD. */
  cadAccount: CadAccountInput; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never;   /** Details of a COP_ACCOUNT account, for COP. */
  copAccount: CopAccountInput; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never;   /** Details of a DKK_ACCOUNT account, for DKK. */
  dkkAccount: DkkAccountInput; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never;   /** Details of a EGP_ACCOUNT account, for EGP. */
  egpAccount: EgpAccountInput; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never;   /** Details of a ETHEREUM_WALLET account, for USDC. */
  ethereumWallet: EthereumWalletInput; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never;   /** Details of a EUR_ACCOUNT account, for EUR. */
  eurAccount: EurAccountInput; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never;   /** Details of a GBP_ACCOUNT account, for GBP. */
  gbpAccount: GbpAccountInput; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never;   /** Details of a GHS_ACCOUNT account, for GHS. */
  ghsAccount: GhsAccountInput; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never;   /** Details of a GTQ_ACCOUNT account, for GTQ. */
  gtqAccount: GtqAccountInput; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never;   /** Details of a HKD_ACCOUNT account, for HKD. */
  hkdAccount: HkdAccountInput; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never;   /** Details of a HTG_ACCOUNT account, for HTG. */
  htgAccount: HtgAccountInput; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never;   /** Details of a IDR_ACCOUNT account, for IDR. */
  idrAccount: IdrAccountInput; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never;   /** Details of a INR_ACCOUNT account, for INR. */
  inrAccount: InrAccountInput; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never;   /** Details of a JMD_ACCOUNT account, for JMD. */
  jmdAccount: JmdAccountInput; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never;   /** Details of a KES_ACCOUNT account, for KES. */
  kesAccount: KesAccountInput; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never;   /** Details of a LIGHTNING account, for BTC. */
  lightning: LightningInput; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never;   /** Details of a MWK_ACCOUNT account, for MWK. */
  mwkAccount: MwkAccountInput; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never;   /** Details of a MXN_ACCOUNT account, for MXN. */
  mxnAccount: MxnAccountInput; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never;   /** Details of a MYR_ACCOUNT account, for MYR. */
  myrAccount: MyrAccountInput; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never;   /** Details of a NGN_ACCOUNT account, for NGN. */
  ngnAccount: NgnAccountInput; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never;   /** Details of a PHP_ACCOUNT account, for PHP. */
  phpAccount: PhpAccountInput; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never;   /** Details of a PKR_ACCOUNT account, for PKR. */
  pkrAccount: PkrAccountInput; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never;   /** Details of a POLYGON_WALLET account, for USDC. */
  polygonWallet: PolygonWalletInput; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never;   /** Details of a RWF_ACCOUNT account, for RWF. */
  rwfAccount: RwfAccountInput; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never;   /** Details of a SGD_ACCOUNT account, for SGD. */
  sgdAccount: SgdAccountInput; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never;   /** Details of a SLV_ACCOUNT account, for USD. */
  slvAccount: SlvAccountInput; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never;   /** Details of a SOLANA_WALLET account, for USDC, USDT. */
  solanaWallet: SolanaWalletInput; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never;   /** Details of a SPARK_WALLET account, for BTC. */
  sparkWallet: SparkWalletInput; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never;   /** Details of a SWIFT_ACCOUNT account, for any fiat currency. */
  swiftAccount: SwiftAccountInput; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never;   /** Details of a THB_ACCOUNT account, for THB. */
  thbAccount: ThbAccountInput; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never;   /** Details of a TRON_WALLET account, for USDT. */
  tronWallet: TronWalletInput; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never;   /** Details of a TZS_ACCOUNT account, for TZS. */
  tzsAccount: TzsAccountInput; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never;   /** Details of a UGX_ACCOUNT account, for UGX. */
  ugxAccount: UgxAccountInput; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never;   /** Details of a USD_ACCOUNT account, for USD. */
  usdAccount: UsdAccountInput; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never;   /** Details of a VND_ACCOUNT account, for VND. */
  vndAccount: VndAccountInput; xafAccount?: never; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never;   /** Details of a XAF_ACCOUNT account, for XAF. */
  xafAccount: XafAccountInput; xofAccount?: never; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never;   /** Details of a XOF_ACCOUNT account, for XOF. */
  xofAccount: XofAccountInput; zarAccount?: never; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never;   /** Details of a ZAR_ACCOUNT account, for ZAR. */
  zarAccount: ZarAccountInput; zmwAccount?: never; }
  |  { aedAccount?: never; baseWallet?: never; bdtAccount?: never; brlAccount?: never; bwpAccount?: never; cadAccount?: never; copAccount?: never; dkkAccount?: never; egpAccount?: never; ethereumWallet?: never; eurAccount?: never; gbpAccount?: never; ghsAccount?: never; gtqAccount?: never; hkdAccount?: never; htgAccount?: never; idrAccount?: never; inrAccount?: never; jmdAccount?: never; kesAccount?: never; lightning?: never; mwkAccount?: never; mxnAccount?: never; myrAccount?: never; ngnAccount?: never; phpAccount?: never; pkrAccount?: never; polygonWallet?: never; rwfAccount?: never; sgdAccount?: never; slvAccount?: never; solanaWallet?: never; sparkWallet?: never; swiftAccount?: never; thbAccount?: never; tronWallet?: never; tzsAccount?: never; ugxAccount?: never; usdAccount?: never; vndAccount?: never; xafAccount?: never; xofAccount?: never; zarAccount?: never;   /** Details of a ZMW_ACCOUNT account, for ZMW. */
  zmwAccount: ZmwAccountInput; };

/** Internal accounts that an agent may use, and the rules for them. Replaces the existing value completely. */
export type AccountRestrictionsInput = {
  /** Rules for single accounts, at most one per account and at most 200 in total. */
  accountRules?: Array<AccountRuleInput> | null | undefined;
  /** Accounts that the agent may use, at most 200. Omitted: all accounts of the customer. Empty: none. */
  allowedAccountIds?: Array<string | number> | null | undefined;
};

/** Policy rule for one account. It overrides the defaults. */
export type AccountRuleInput = {
  /** InternalAccount:<uuid> of the agent's customer. */
  accountId: string | number;
  /** Execution mode for the account. Default: the default mode of the policy. */
  executionMode?: AgentExecutionMode | null | undefined;
  /** Maximum amount of one transaction of the account. Default: the limit of the policy. In the smallest unit of the limits' currency. */
  perTransactionLimit?: number | null | undefined;
};

/** Account type, by the identifiers that it uses. */
export type AccountType =
  /** Aed account. */
  | 'AED_ACCOUNT'
  /** Argentine CVU. Only in payment instructions. */
  | 'ARS_ACCOUNT'
  /** Base wallet. */
  | 'BASE_WALLET'
  /** Bdt account. */
  | 'BDT_ACCOUNT'
  /** Brl account. */
  | 'BRL_ACCOUNT'
  /** Bwp account. */
  | 'BWP_ACCOUNT'
  /** Cad account. */
  | 'CAD_ACCOUNT'
  /** Cop account. */
  | 'COP_ACCOUNT'
  /** Dkk account. */
  | 'DKK_ACCOUNT'
  /** Egp account. */
  | 'EGP_ACCOUNT'
  /** Embedded wallet of this service. Only in payment instructions. */
  | 'EMBEDDED_WALLET'
  /** Ethereum wallet. */
  | 'ETHEREUM_WALLET'
  /** Eur account. */
  | 'EUR_ACCOUNT'
  /** Gbp account. */
  | 'GBP_ACCOUNT'
  /** Ghs account. */
  | 'GHS_ACCOUNT'
  /** Gtq account. */
  | 'GTQ_ACCOUNT'
  /** Hkd account. */
  | 'HKD_ACCOUNT'
  /** Htg account. */
  | 'HTG_ACCOUNT'
  /** Idr account. */
  | 'IDR_ACCOUNT'
  /** Inr account. */
  | 'INR_ACCOUNT'
  /** Jmd account. */
  | 'JMD_ACCOUNT'
  /** Kes account. */
  | 'KES_ACCOUNT'
  /** Lightning. */
  | 'LIGHTNING'
  /** Mwk account. */
  | 'MWK_ACCOUNT'
  /** Mxn account. */
  | 'MXN_ACCOUNT'
  /** Myr account. */
  | 'MYR_ACCOUNT'
  /** Ngn account. */
  | 'NGN_ACCOUNT'
  /** Php account. */
  | 'PHP_ACCOUNT'
  /** Pkr account. */
  | 'PKR_ACCOUNT'
  /** Polygon wallet. */
  | 'POLYGON_WALLET'
  /** Rwf account. */
  | 'RWF_ACCOUNT'
  /** Sgd account. */
  | 'SGD_ACCOUNT'
  /** Slv account. */
  | 'SLV_ACCOUNT'
  /** Solana wallet. */
  | 'SOLANA_WALLET'
  /** Spark wallet. */
  | 'SPARK_WALLET'
  /** Swift account. */
  | 'SWIFT_ACCOUNT'
  /** Thb account. */
  | 'THB_ACCOUNT'
  /** Tron wallet. */
  | 'TRON_WALLET'
  /** Tzs account. */
  | 'TZS_ACCOUNT'
  /** Ugx account. */
  | 'UGX_ACCOUNT'
  /** Usd account. */
  | 'USD_ACCOUNT'
  /** Vnd account. */
  | 'VND_ACCOUNT'
  /** Xaf account. */
  | 'XAF_ACCOUNT'
  /** Xof account. */
  | 'XOF_ACCOUNT'
  /** Zar account. */
  | 'ZAR_ACCOUNT'
  /** Zmw account. */
  | 'ZMW_ACCOUNT';

/** A postal address. */
export type AddressInput = {
  /** City or town. */
  city?: string | null | undefined;
  /** Country, ISO 3166-1 alpha-2. */
  country: string;
  /** Street and number, at most 255 characters. */
  line1: string;
  /** Apartment, floor or building. */
  line2?: string | null | undefined;
  /** Postal code, at most 32 characters. */
  postalCode: string;
  /** State or province. */
  state?: string | null | undefined;
};

/** AED_ACCOUNT: an account for AED. */
export type AedAccountInput = {
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** IBAN: AE and 21 digits, without spaces. Must be AE and 21 digits. */
  iban: string;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  swiftCode?: string | null | undefined;
};

/** Status of an agent action. */
export type AgentActionStatus =
  /** The action was executed, either automatically under the policy or after a person approved it. */
  | 'APPROVED'
  /** The execution or the payment failed: see failureReason. */
  | 'FAILED'
  /** A person must approve or reject the action. No money has moved. */
  | 'PENDING_APPROVAL'
  /** A person rejected the action. No money has moved. */
  | 'REJECTED';

/** Type of an agent action. */
export type AgentActionType =
  /** Executes a quote. */
  | 'EXECUTE_QUOTE'
  /** Transfers money from an external account. */
  | 'TRANSFER_IN'
  /** Transfers money to an external account. */
  | 'TRANSFER_OUT';

/** Whether actions of an agent are executed automatically. */
export type AgentExecutionMode =
  /** A person must approve each action. */
  | 'APPROVAL_REQUIRED'
  /** Actions are executed automatically unless the amount is above an approval threshold. */
  | 'AUTO';

/** Permission that a policy grants to an agent. */
export type AgentPermission =
  /** Create quotes. */
  | 'CREATE_QUOTES'
  /** Transfer money in one currency, in and out. */
  | 'CREATE_TRANSFERS'
  /** Execute quotes that the agent created. */
  | 'EXECUTE_QUOTES'
  /** Read and create the customer's external accounts. */
  | 'MANAGE_EXTERNAL_ACCOUNTS'
  /** Select the external account that receives the customer's incoming UMA payments. Requires MANAGE_EXTERNAL_ACCOUNTS as well. */
  | 'SET_DEPOSIT_ACCOUNT'
  /** Read the customer's transactions, accounts and balances, and subscribe to changes. */
  | 'VIEW_TRANSACTIONS';

/** A complete agent policy. */
export type AgentPolicyInput = {
  /** Account rules. Omitted: all accounts of the customer. */
  accountRestrictions?: AccountRestrictionsInput | null | undefined;
  /** Approval threshold; omit it for no threshold. */
  approvalThresholds?: ApprovalThresholdsInput | null | undefined;
  /** Execution mode for accounts without an account rule. */
  defaultExecutionMode: AgentExecutionMode;
  /** Permissions of the agent, at most 50. May be empty. */
  permissions: Array<AgentPermission>;
  /** Minimum number of approvals of an action, 1 to 10. It cannot be below what the approval rules of the platform require: the higher number applies. */
  requiredApprovals?: number | null | undefined;
  /** Rules beside the limits; omit it for none. */
  rules?: PolicyRulesInput | null | undefined;
  /** Spending limits. */
  spendingLimits: SpendingLimitsInput;
};

/** Policy rule that requires an approval. */
export type ApprovalRule =
  /** The rule for the account. */
  | 'ACCOUNT_RULE'
  /** The approval threshold: the amount is above it. */
  | 'APPROVAL_THRESHOLD'
  /** The default execution mode of the policy. */
  | 'DEFAULT_EXECUTION_MODE'
  /** No person approved an earlier payment with this counterparty. */
  | 'NEW_COUNTERPARTY';

/** Amount above which a person must approve. Replaces the existing value completely. */
export type ApprovalThresholdsInput = {
  /** Threshold in the smallest unit of the currency; omit it for no threshold. */
  amount?: number | null | undefined;
  /** Currency of the amount. */
  currency: string;
};

/** Type of bank account. */
export type BankAccountType =
  /** Checking account. */
  | 'CHECKING'
  /** Savings account. */
  | 'SAVINGS';

/** BASE_WALLET: an account for USDC. */
export type BaseWalletInput = {
  /** Address of the wallet on Base. Must be 1 to 255 printable characters without spaces. */
  address: string;
};

/** BDT_ACCOUNT: an account for BDT. */
export type BdtAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  accountNumber?: string | null | undefined;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Number of the bank branch. Must be 5 digits. */
  branchCode?: string | null | undefined;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  phoneNumber?: string | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  swiftCode?: string | null | undefined;
};

/** Type of the beneficiary's identity document, in Colombia. */
export type BeneficiaryDocumentType =
  /** Citizenship card (cédula de ciudadanía). */
  | 'CC'
  /** Foreigner identity card (cédula de extranjería). */
  | 'CE'
  /** Tax identification number. */
  | 'NIT'
  /** Passport. */
  | 'PP'
  /** Identity card of a minor (tarjeta de identidad). */
  | 'TI';

/** Holder of the account: provide exactly one of the two fields. */
export type BeneficiaryInput =
  {   /** The holder is a company. */
  business: BusinessBeneficiaryInput; individual?: never; }
  |  { business?: never;   /** The holder is a person. */
  individual: IndividualBeneficiaryInput; };

/** Result of the check of the beneficiary's name at the receiving bank. */
export type BeneficiaryVerificationStatus =
  /** The receiving financial institution checks the name when the payment arrives. */
  | 'CHECKED_BY_RECEIVING_FI'
  /** The name is the name of the account holder. */
  | 'MATCHED'
  /** The name is not the name of the account holder. */
  | 'NOT_MATCHED'
  /** The name is similar to the name of the account holder, which is in beneficiaryVerifiedData. */
  | 'PARTIAL_MATCH'
  /** The check is not finished. */
  | 'PENDING'
  /** The rail does not support this check. */
  | 'UNSUPPORTED';

/** BRL_ACCOUNT: an account for BRL. */
export type BrlAccountInput = {
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** PIX key of the type in `pixKeyType`. Must be 1 to 77 characters without a space at either end. */
  pixKey: string;
  /** Type of the PIX key. Must be one of CPF, CNPJ, EMAIL, PHONE, RANDOM. */
  pixKeyType: PixKeyType;
  /** Tax number of the account holder (CPF or CNPJ), digits only. Must be 11 to 14 digits. */
  taxId: string;
};

/** A company that holds the account. */
export type BusinessBeneficiaryInput = {
  /** Postal address. */
  address?: AddressInput | null | undefined;
  /** Country of residence, ISO 3166-1 alpha-2. */
  countryOfResidence?: string | null | undefined;
  /** Email address. */
  email?: string | null | undefined;
  /** Registered name, at most 255 characters. */
  legalName: string;
  /** Phone number in E.164 format. */
  phoneNumber?: string | null | undefined;
  /** Registration number in the commercial register. */
  registrationNumber?: string | null | undefined;
  /** Tax number. */
  taxId?: string | null | undefined;
};

/** Company data of a business customer. legalName is required the first time. */
export type BusinessInfoInput = {
  /** Industry sector, for example INFORMATION. */
  businessType?: string | null | undefined;
  /** Country of incorporation, ISO 3166-1 alpha-2. */
  country?: string | null | undefined;
  /** Trading name. */
  doingBusinessAs?: string | null | undefined;
  /** Legal form: SOLE_PROPRIETORSHIP, PARTNERSHIP, LLC, CORPORATION, S_CORPORATION, NON_PROFIT or OTHER. */
  entityType?: string | null | undefined;
  /** Date of incorporation. */
  incorporatedOn?: string | null | undefined;
  /** Registered name. */
  legalName?: string | null | undefined;
  /** Registration number in the commercial register. */
  registrationNumber?: string | null | undefined;
  /** Tax number. */
  taxId?: string | null | undefined;
};

/** BWP_ACCOUNT: an account for BWP. */
export type BwpAccountInput = {
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  phoneNumber: string;
  /** Mobile money operator. Must be 1 to 255 characters without a space at either end. */
  provider: string;
};

/** CAD_ACCOUNT: an account for CAD. */
export type CadAccountInput = {
  /** Account number at the bank. Must be 7 to 12 digits. */
  accountNumber: string;
  /** Institution number of the bank. Must be 3 digits. */
  bankCode: string;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Number of the bank branch. Must be 5 digits. */
  branchCode: string;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
};

/** COP_ACCOUNT: an account for COP. */
export type CopAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  accountNumber?: string | null | undefined;
  /** Type of the bank account. Must be one of CHECKING, SAVINGS. */
  bankAccountType?: BankAccountType | null | undefined;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  bankName?: string | null | undefined;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  phoneNumber?: string | null | undefined;
};

/** Input of createAccessToken. */
export type CreateAccessTokenInput = {
  /** The only customer whose records the token can access, Customer:<uuid>. Required with WALLET. */
  customerId?: string | number | null | undefined;
  /** Scopes of the token, at least one and at most 50. */
  scopes: Array<AccessTokenScope>;
  /** Name of the token holder, shown as decidedBy. At most 255 characters. */
  subject?: string | null | undefined;
  /** Lifetime in seconds, 60 to 3600. Default: 900. */
  ttlSeconds?: number | null | undefined;
};

/** Input of createAgent. */
export type CreateAgentInput = {
  /** Customer that the agent acts for, Customer:<uuid>. */
  customerId: string | number;
  /** Name of the agent, 1 to 100 characters. */
  name: string;
  /** What the agent may do. */
  policy: AgentPolicyInput;
};

/** Input of createCustomer. Default for currencies: the currencies of the region, USDC and USDB. */
export type CreateCustomerInput = {
  /** Residential address of a person, or registered address of a business. */
  address?: AddressInput | null | undefined;
  /** Date of birth, in the past. */
  birthDate?: string | null | undefined;
  /** Company data. Only for a business. */
  businessInfo?: BusinessInfoInput | null | undefined;
  /** Currency codes, at most 100. The service opens one account for each currency. */
  currencies?: Array<string> | null | undefined;
  /** Type of the customer. */
  customerType: CustomerType;
  /** Email address. One-time codes are sent to it. */
  email?: string | null | undefined;
  /** Full name, at most 255 characters. */
  fullName?: string | null | undefined;
  /** Nationality, ISO 3166-1 alpha-2. */
  nationality?: string | null | undefined;
  /** The platform's own id of the customer, 1 to 255 characters. */
  platformCustomerId?: string | null | undefined;
  /** Region, ISO 3166-1 alpha-2. It cannot be changed later. */
  region?: string | null | undefined;
  /** UMA address, $name@domain. Generated if omitted. */
  umaAddress?: string | null | undefined;
};

/** Input of createExternalAccount. Without customerId the platform owns the account. */
export type CreateExternalAccountInput = {
  /** Account details. */
  accountInfo: AccountInfoInput;
  /** Currency code. The account type must support the currency. */
  currency: string;
  /** Owner, Customer:<uuid>. Omit it for an account of the platform. An agent may omit it: the owner is its customer. */
  customerId?: string | number | null | undefined;
  /** Deposits incoming UMA payments of the customer to this account instead of the previous default. */
  defaultUmaDepositAccount?: boolean | null | undefined;
  /** The platform's own id of the account, 1 to 255 characters. */
  platformAccountId?: string | null | undefined;
};

/** Input of createQuote. */
export type CreateQuoteInput = {
  /** Memo, at most 255 characters. */
  description?: string | null | undefined;
  /** Destination of the payment. */
  destination: QuoteDestinationInput;
  /** Executes the quote immediately. Not allowed for deposits and for embedded wallets. */
  immediatelyExecute?: boolean | null | undefined;
  /** Amount in the smallest unit of the locked currency, 1 to 9000000000000000. */
  lockedCurrencyAmount: number;
  /** Side whose amount lockedCurrencyAmount fixes. */
  lockedCurrencySide: LockedCurrencySide;
  /** Receiver look-up, Lookup:<uuid>. Required for a UMA address. */
  lookupId?: string | number | null | undefined;
  /** Purpose of the payment. Required by some countries. */
  purposeOfPayment?: PurposeOfPayment | null | undefined;
  /** Sandbox only: outcome of the payment. Default: the outcome that the counterparty selects. An error in production. */
  sandboxOutcome?: SandboxOutcome | null | undefined;
  /** Payer data that the receiver look-up requires and the customer record does not contain, for example {"FULL_NAME": "..."}. */
  senderCustomerInfo?: Record<string, string> | null | undefined;
  /** Source of the payment. */
  source: QuoteSourceInput;
};

/** Type of a credential of a wallet. */
export type CredentialType =
  /** One-time code sent by email. */
  | 'EMAIL_OTP'
  /** ID token of an OpenID Connect provider. */
  | 'OAUTH'
  /** A passkey. */
  | 'PASSKEY';

/** Type of customer. */
export type CustomerType =
  /** A company. */
  | 'BUSINESS'
  /** A person. */
  | 'INDIVIDUAL';

/** DKK_ACCOUNT: an account for DKK. */
export type DkkAccountInput = {
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** IBAN: DK and 16 digits, without spaces. Must be DK and 16 digits. */
  iban: string;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  swiftCode?: string | null | undefined;
};

/** Side of a document. */
export type DocumentSide =
  /** Back side. */
  | 'BACK'
  /** Front side. */
  | 'FRONT';

/** Type of a document. */
export type DocumentType =
  /** Articles of association. */
  | 'ARTICLES_OF_ASSOCIATION'
  /** Articles of incorporation. */
  | 'ARTICLES_OF_INCORPORATION'
  /** Bank statement. */
  | 'BANK_STATEMENT'
  /** Business license. */
  | 'BUSINESS_LICENSE'
  /** Certificate of incorporation. */
  | 'CERTIFICATE_OF_INCORPORATION'
  /** Director registry. */
  | 'DIRECTOR_REGISTRY'
  /** Drivers license. */
  | 'DRIVERS_LICENSE'
  /** Electricity bill. */
  | 'ELECTRICITY_BILL'
  /** Good standing certificate. */
  | 'GOOD_STANDING_CERTIFICATE'
  /** Incumbency certificate. */
  | 'INCUMBENCY_CERTIFICATE'
  /** Information statement. */
  | 'INFORMATION_STATEMENT'
  /** National id. */
  | 'NATIONAL_ID'
  /** Other. */
  | 'OTHER'
  /** Partnership agreement. */
  | 'PARTNERSHIP_AGREEMENT'
  /** Partnership control agreement. */
  | 'PARTNERSHIP_CONTROL_AGREEMENT'
  /** Passport. */
  | 'PASSPORT'
  /** Power of attorney. */
  | 'POWER_OF_ATTORNEY'
  /** Proof of address. */
  | 'PROOF_OF_ADDRESS'
  /** Rent or lease agreement. */
  | 'RENT_OR_LEASE_AGREEMENT'
  /** Selfie. */
  | 'SELFIE'
  /** Shareholder register. */
  | 'SHAREHOLDER_REGISTER'
  /** State company registry. */
  | 'STATE_COMPANY_REGISTRY'
  /** State registry excerpt. */
  | 'STATE_REGISTRY_EXCERPT'
  /** Tax return. */
  | 'TAX_RETURN'
  /** Trust agreement. */
  | 'TRUST_AGREEMENT'
  /** Utility bill. */
  | 'UTILITY_BILL';

/** EGP_ACCOUNT: an account for EGP. */
export type EgpAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  bankName: string;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** IBAN: EG and 27 digits, without spaces. Must be EG and 27 digits. */
  iban?: string | null | undefined;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  swiftCode?: string | null | undefined;
};

/** Direction of a posting. */
export type EntryDirection =
  /** Increases the balance of the account. */
  | 'CREDIT'
  /** Reduces the balance of the account. */
  | 'DEBIT';

/** Stable code of an error. REST uses the same codes. */
export type ErrorCode =
  /** Account not found. */
  | 'ACCOUNT_NOT_FOUND'
  /** Agent action already voted. */
  | 'AGENT_ACTION_ALREADY_VOTED'
  /** Agent action not found. */
  | 'AGENT_ACTION_NOT_FOUND'
  /** Agent action not pending. */
  | 'AGENT_ACTION_NOT_PENDING'
  /** Agent action repriced. */
  | 'AGENT_ACTION_REPRICED'
  /** Agent already connected. */
  | 'AGENT_ALREADY_CONNECTED'
  /** Agent not found. */
  | 'AGENT_NOT_FOUND'
  /** Amount out of range. */
  | 'AMOUNT_OUT_OF_RANGE'
  /** Beneficial owner not found. */
  | 'BENEFICIAL_OWNER_NOT_FOUND'
  /** Bulk upload job not found. */
  | 'BULK_UPLOAD_JOB_NOT_FOUND'
  /** Cert chain expired. */
  | 'CERT_CHAIN_EXPIRED'
  /** Cert chain invalid. */
  | 'CERT_CHAIN_INVALID'
  /** The request conflicts with the state of a record or with an idempotency key. */
  | 'CONFLICT'
  /** Counterparty not allowed. */
  | 'COUNTERPARTY_NOT_ALLOWED'
  /** Counterparty pubkey fetch error. */
  | 'COUNTERPARTY_PUBKEY_FETCH_ERROR'
  /** Credential not found. */
  | 'CREDENTIAL_NOT_FOUND'
  /** Cursor expired. */
  | 'CURSOR_EXPIRED'
  /** Customer deleted. */
  | 'CUSTOMER_DELETED'
  /** Data mismatch. */
  | 'DATA_MISMATCH'
  /** Device code not found. */
  | 'DEVICE_CODE_NOT_FOUND'
  /** Document already submitted. */
  | 'DOCUMENT_ALREADY_SUBMITTED'
  /** Document not found. */
  | 'DOCUMENT_NOT_FOUND'
  /** Email OTP credential already exists. */
  | 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS'
  /** Email OTP credential set changed. */
  | 'EMAIL_OTP_CREDENTIAL_SET_CHANGED'
  /** Email OTP credential sync failed. */
  | 'EMAIL_OTP_CREDENTIAL_SYNC_FAILED'
  /** Email OTP email already exists. */
  | 'EMAIL_OTP_EMAIL_ALREADY_EXISTS'
  /** Expired. */
  | 'EXPIRED'
  /** External account already exists. */
  | 'EXTERNAL_ACCOUNT_ALREADY_EXISTS'
  /** The caller does not have the required permission. */
  | 'FORBIDDEN'
  /** Incomplete. */
  | 'INCOMPLETE'
  /** The available balance is less than the required amount. */
  | 'INSUFFICIENT_BALANCE'
  /** Internal error. */
  | 'INTERNAL_ERROR'
  /** An amount is not an integer or is outside the allowed range. */
  | 'INVALID_AMOUNT'
  /** Invalid bank account. */
  | 'INVALID_BANK_ACCOUNT'
  /** Invalid currency. */
  | 'INVALID_CURRENCY'
  /** A field is missing or invalid. */
  | 'INVALID_INPUT'
  /** Invalid nonce. */
  | 'INVALID_NONCE'
  /** Invalid payreq response. */
  | 'INVALID_PAYREQ_RESPONSE'
  /** Invalid pubkey format. */
  | 'INVALID_PUBKEY_FORMAT'
  /** Invalid receiver. */
  | 'INVALID_RECEIVER'
  /** Invalid request format. */
  | 'INVALID_REQUEST_FORMAT'
  /** Invalid signature. */
  | 'INVALID_SIGNATURE'
  /** Invalid timestamp. */
  | 'INVALID_TIMESTAMP'
  /** Invalid UMA address. */
  | 'INVALID_UMA_ADDRESS'
  /** Invitations not configured. */
  | 'INVITATIONS_NOT_CONFIGURED'
  /** Invitation already claimed. */
  | 'INVITATION_ALREADY_CLAIMED'
  /** Invitation cancelled. */
  | 'INVITATION_CANCELLED'
  /** Invitation not found. */
  | 'INVITATION_NOT_FOUND'
  /** Last credential. */
  | 'LAST_CREDENTIAL'
  /** Lnurlp request failed. */
  | 'LNURLP_REQUEST_FAILED'
  /** Lookup request failed. */
  | 'LOOKUP_REQUEST_FAILED'
  /** Lookup request not found. */
  | 'LOOKUP_REQUEST_NOT_FOUND'
  /** Low quality. */
  | 'LOW_QUALITY'
  /** Member not found. */
  | 'MEMBER_NOT_FOUND'
  /** Missing mandatory user info. */
  | 'MISSING_MANDATORY_USER_INFO'
  /** Missing required UMA parameters. */
  | 'MISSING_REQUIRED_UMA_PARAMETERS'
  /** Not implemented. */
  | 'NOT_IMPLEMENTED'
  /** No compatible UMA version. */
  | 'NO_COMPATIBLE_UMA_VERSION'
  /** Oauth credential already exists. */
  | 'OAUTH_CREDENTIAL_ALREADY_EXISTS'
  /** Parse lnurlp response error. */
  | 'PARSE_LNURLP_RESPONSE_ERROR'
  /** Parse payreq response error. */
  | 'PARSE_PAYREQ_RESPONSE_ERROR'
  /** Passkey credential already exists. */
  | 'PASSKEY_CREDENTIAL_ALREADY_EXISTS'
  /** Payload too large. */
  | 'PAYLOAD_TOO_LARGE'
  /** Payreq request failed. */
  | 'PAYREQ_REQUEST_FAILED'
  /** Quote already executed. */
  | 'QUOTE_ALREADY_EXECUTED'
  /** Quote expired. */
  | 'QUOTE_EXPIRED'
  /** Quote not found. */
  | 'QUOTE_NOT_FOUND'
  /** Quote request failed. */
  | 'QUOTE_REQUEST_FAILED'
  /** Rates too old. */
  | 'RATES_TOO_OLD'
  /** Rate limited. */
  | 'RATE_LIMITED'
  /** Reference not found. */
  | 'REFERENCE_NOT_FOUND'
  /** Sandbox fault not found. */
  | 'SANDBOX_FAULT_NOT_FOUND'
  /** Screening match not found. */
  | 'SCREENING_MATCH_NOT_FOUND'
  /** Self approval not allowed. */
  | 'SELF_APPROVAL_NOT_ALLOWED'
  /** Self payment. */
  | 'SELF_PAYMENT'
  /** Sender not accepted. */
  | 'SENDER_NOT_ACCEPTED'
  /** Service switch error. */
  | 'SERVICE_SWITCH_ERROR'
  /** Session not found. */
  | 'SESSION_NOT_FOUND'
  /** Step up required. */
  | 'STEP_UP_REQUIRED'
  /** Suspected fraud. */
  | 'SUSPECTED_FRAUD'
  /** Token not found. */
  | 'TOKEN_NOT_FOUND'
  /** Transaction not found. */
  | 'TRANSACTION_NOT_FOUND'
  /** Transaction not pending platform approval. */
  | 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'
  /** UMA address exists. */
  | 'UMA_ADDRESS_EXISTS'
  /** UMA not found. */
  | 'UMA_NOT_FOUND'
  /** A credential, code, token, signature or request id is not valid. */
  | 'UNAUTHORIZED'
  /** Unrecognized mandatory payee data key. */
  | 'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY'
  /** Unsuitable document. */
  | 'UNSUITABLE_DOCUMENT'
  /** Unsupported media type. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** Unsupported UMA version. */
  | 'UNSUPPORTED_UMA_VERSION'
  /** User not found. */
  | 'USER_NOT_FOUND'
  /** User not ready. */
  | 'USER_NOT_READY'
  /** Velocity limit exceeded. */
  | 'VELOCITY_LIMIT_EXCEEDED'
  /** Verification not found. */
  | 'VERIFICATION_NOT_FOUND'
  /** Webhook delivery error. */
  | 'WEBHOOK_DELIVERY_ERROR'
  /** Webhook endpoint not set. */
  | 'WEBHOOK_ENDPOINT_NOT_SET';

/** ETHEREUM_WALLET: an account for USDC. */
export type EthereumWalletInput = {
  /** Address of the wallet on Ethereum. Must be 1 to 255 printable characters without spaces. */
  address: string;
};

/** EUR_ACCOUNT: an account for EUR. */
export type EurAccountInput = {
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** International bank account number, without spaces. Must be an IBAN of 15 to 34 characters without spaces. */
  iban: string;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  swiftCode?: string | null | undefined;
};

/** Look-up of an external account. Default for the payer: the owner of the account. */
export type ExternalAccountLookupInput = {
  /** ExternalAccount:<uuid> */
  accountId: string | number;
  /** The paying customer, Customer:<uuid>. */
  senderCustomerId?: string | number | null | undefined;
  /** UMA address of the paying customer. */
  senderUmaAddress?: string | null | undefined;
};

/** Status of an external account. Only an ACTIVE account can receive payments. */
export type ExternalAccountStatus =
  /** It can receive payments. */
  | 'ACTIVE'
  /** It cannot receive payments. */
  | 'INACTIVE'
  /** Its verification is not finished. */
  | 'PENDING'
  /** It is under manual review. */
  | 'UNDER_REVIEW';

/** GBP_ACCOUNT: an account for GBP. */
export type GbpAccountInput = {
  /** Account number at the bank. Must be 8 digits. */
  accountNumber: string;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Sort code of the bank branch, digits only. Must be 6 digits. */
  sortCode: string;
};

/** GHS_ACCOUNT: an account for GHS. */
export type GhsAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  accountNumber?: string | null | undefined;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  phoneNumber?: string | null | undefined;
};

/** GTQ_ACCOUNT: an account for GTQ. */
export type GtqAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  accountNumber: string;
  /** Type of the bank account. Must be one of CHECKING, SAVINGS. */
  bankAccountType: BankAccountType;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
};

/** HKD_ACCOUNT: an account for HKD. */
export type HkdAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  bankName: string;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  swiftCode: string;
};

/** HTG_ACCOUNT: an account for HTG. */
export type HtgAccountInput = {
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  phoneNumber: string;
};

/** IDR_ACCOUNT: an account for IDR. */
export type IdrAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  bankName: string;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Phone number of the account holder: +62 and 9 to 12 digits. Must be +62 and 9 to 12 digits. */
  phoneNumber: string;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  swiftCode: string;
};

/** A person who holds the account. Which fields are required in addition to the name depends on the account type. */
export type IndividualBeneficiaryInput = {
  /** Postal address. */
  address?: AddressInput | null | undefined;
  /** Date of birth, in the past. */
  birthDate?: string | null | undefined;
  /** Country of residence, ISO 3166-1 alpha-2. */
  countryOfResidence?: string | null | undefined;
  /** Number of the identity document. Only for account types that use it. */
  documentNumber?: string | null | undefined;
  /** Type of the identity document. Only for account types that use it. */
  documentType?: BeneficiaryDocumentType | null | undefined;
  /** Email address. */
  email?: string | null | undefined;
  /** Full name, at most 255 characters. */
  fullName: string;
  /** Nationality, ISO 3166-1 alpha-2. */
  nationality?: string | null | undefined;
  /** Phone number in E.164 format. */
  phoneNumber?: string | null | undefined;
  /** Registration number. Only for account types that use it. */
  registrationNumber?: string | null | undefined;
};

/** INR_ACCOUNT: an account for INR. */
export type InrAccountInput = {
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** UPI virtual payment address, for example `name@bank`. Must be a UPI address of the form name@bank. */
  vpa: string;
};

/** Type of internal account. */
export type InternalAccountType =
  /** Embedded wallet of a customer: a payment from it requires a signature. */
  | 'EMBEDDED_WALLET'
  /** Balance in a crypto currency. */
  | 'INTERNAL_CRYPTO'
  /** Balance in a fiat currency. */
  | 'INTERNAL_FIAT';

/** JMD_ACCOUNT: an account for JMD. */
export type JmdAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  accountNumber: string;
  /** Type of the bank account. Must be one of CHECKING, SAVINGS. */
  bankAccountType: BankAccountType;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Number of the bank branch. Must be 5 digits. */
  branchCode: string;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
};

/** KES_ACCOUNT: an account for KES. */
export type KesAccountInput = {
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: +254 and 9 digits. Must be +254 and 9 digits. */
  phoneNumber: string;
  /** Mobile money operator, for example M-PESA. Must be 1 to 255 characters without a space at either end. */
  provider: string;
};

/** LIGHTNING: an account for BTC. */
export type LightningInput = {
  /** BOLT 12 offer. It can be paid several times. Must be a BOLT 12 offer. */
  bolt12?: string | null | undefined;
  /** BOLT 11 invoice. It can be paid once. Must be a BOLT 11 invoice. */
  invoice?: string | null | undefined;
  /** Lightning address, for example `name@wallet.example`. Must be a Lightning address of the form name@domain. */
  lightningAddress?: string | null | undefined;
};

/** Side of a quote whose amount lockedCurrencyAmount fixes. */
export type LockedCurrencySide =
  /** The amount credited to the beneficiary. */
  | 'RECEIVING'
  /** The total amount debited from the payer, including fees. */
  | 'SENDING';

/** MWK_ACCOUNT: an account for MWK. */
export type MwkAccountInput = {
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  phoneNumber: string;
  /** Mobile money operator, for example AIRTEL, TNM. Must be 1 to 255 characters without a space at either end. */
  provider: string;
};

/** MXN_ACCOUNT: an account for MXN. */
export type MxnAccountInput = {
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** CLABE: the standardised Mexican bank account number. Must be 18 digits. */
  clabeNumber: string;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
};

/** MYR_ACCOUNT: an account for MYR. */
export type MyrAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  bankName: string;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  swiftCode: string;
};

/** NGN_ACCOUNT: an account for NGN. */
export type NgnAccountInput = {
  /** Account number at the bank. Must be 10 digits. */
  accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  bankName: string;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
};

/** Type of a source or destination. */
export type PartyType =
  /** An internal or external account. */
  | 'ACCOUNT'
  /** A deposit that funds the payment. */
  | 'REALTIME_FUNDING'
  /** A UMA address. */
  | 'UMA_ADDRESS';

/** Payment rail: the network over which a payment is sent. */
export type PaymentRail =
  /** US Automated Clearing House. */
  | 'ACH'
  /** Bank transfer. */
  | 'BANK_TRANSFER'
  /** Fast. */
  | 'FAST'
  /** Faster payments. */
  | 'FASTER_PAYMENTS'
  /** FedNow, the instant payment service of the US Federal Reserve. */
  | 'FEDNOW'
  /** Mobile money. */
  | 'MOBILE_MONEY'
  /** Paynow. */
  | 'PAYNOW'
  /** PIX, the Brazilian instant payment system. */
  | 'PIX'
  /** US Real-Time Payments network. */
  | 'RTP'
  /** SEPA credit transfer. */
  | 'SEPA'
  /** SEPA instant credit transfer. */
  | 'SEPA_INSTANT'
  /** SPEI, the Mexican interbank payment system. */
  | 'SPEI'
  /** Correspondent banking over SWIFT. */
  | 'SWIFT'
  /** UPI, the Indian Unified Payments Interface. */
  | 'UPI'
  /** US wire transfer. */
  | 'WIRE';

/** Permissions of an API token. No permission includes another. */
export type Permission =
  /** Change customers, accounts, settings, API tokens and agents. */
  | 'MANAGE'
  /** Send payments and decide about payments. */
  | 'TRANSACT'
  /** Read all records. */
  | 'VIEW';

/** PHP_ACCOUNT: an account for PHP. */
export type PhpAccountInput = {
  /** Account number at the bank. Must be 8 to 16 digits. */
  accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  bankName: string;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
};

/** Type of PIX key that identifies the account. */
export type PixKeyType =
  /** CNPJ: tax number of a company. */
  | 'CNPJ'
  /** CPF: tax number of a person. */
  | 'CPF'
  /** An email address. */
  | 'EMAIL'
  /** A phone number. */
  | 'PHONE'
  /** Random key (EVP) assigned by the central bank. */
  | 'RANDOM';

/** PKR_ACCOUNT: an account for PKR. */
export type PkrAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  accountNumber?: string | null | undefined;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  bankName?: string | null | undefined;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** IBAN: PK and 2 digits, 4 letters and 16 digits, without spaces. Must be PK and 2 digits, 4 letters and 16 digits. */
  iban?: string | null | undefined;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  phoneNumber?: string | null | undefined;
};

/** Days and hours in a time zone. A window ends on the day on which it starts; `to` is not included. */
export type PolicyAllowedTimesInput = {
  /** Name of the IANA time zone database, for example Europe/Berlin. */
  timeZone: string;
  /** The windows, 1 to 14. */
  windows: Array<PolicyTimeWindowInput>;
};

/** A pair of currencies. */
export type PolicyCorridorInput = {
  /** Currency that the payee receives. */
  receiving: string;
  /** Currency of the account that pays. */
  sending: string;
};

/** Policy rule that an operation of an agent violates. */
export type PolicyRule =
  /** The policy does not allow the account. */
  | 'ACCOUNT_NOT_ALLOWED'
  /** The amount is above the maximum of one transaction of this account. */
  | 'ACCOUNT_PER_TRANSACTION_LIMIT'
  /** The maximum number of actions within 60 seconds is reached. */
  | 'ACTIONS_PER_MINUTE'
  /** The payment is submitted outside the allowed times. */
  | 'ALLOWED_TIMES'
  /** immediatelyExecute is not allowed, because the policy requires an approval. */
  | 'APPROVAL_REQUIRED'
  /** The amount is above the allowed share of the available balance. */
  | 'BALANCE_SHARE'
  /** The pause after a rejection is not over. `used` is the number of complete minutes since. */
  | 'COOLDOWN'
  /** The counterparty is not on the list of the policy. */
  | 'COUNTERPARTY'
  /** The pair of currencies is not on the list of the policy. */
  | 'CURRENCY_CORRIDOR'
  /** The amount is above the rest of the daily limit. */
  | 'DAILY_LIMIT'
  /** The maximum number of transactions per day is reached. */
  | 'DAILY_TRANSACTION_LIMIT'
  /** The payment has no description. */
  | 'DESCRIPTION'
  /** The amount is above the rest of the monthly limit. */
  | 'MONTHLY_LIMIT'
  /** The agent is paused. */
  | 'PAUSED'
  /** The policy does not grant the permission: see missingPermission. */
  | 'PERMISSION'
  /** The amount is above the maximum of one transaction. */
  | 'PER_TRANSACTION_LIMIT';

/** Rules of a policy beside its limits. Omitted rules stay unchanged; null removes a rule. A new policy has none by default. */
export type PolicyRulesInput = {
  /** Pairs of sending and receiving currency that the agent may use, at most 100. Replaces the list. */
  allowedCorridors?: Array<PolicyCorridorInput> | null | undefined;
  /** Accounts and UMA addresses that the agent may pay, or pull money from, at most 200. Replaces the list. */
  allowedCounterparties?: Array<string> | null | undefined;
  /** Days and hours in a time zone at which the agent may submit payments. Replaces the existing value completely. */
  allowedTimes?: PolicyAllowedTimesInput | null | undefined;
  /** Minutes without submissions after a person rejected an action of the agent, 1 to 10080. */
  cooldownMinutes?: number | null | undefined;
  /** Maximum number of actions within 60 seconds, 1 to 1000. */
  maxActionsPerMinute?: number | null | undefined;
  /** Maximum share of the available balance of the account that pays, as a decimal of at most 1, with at most 6 decimals: "0.25". */
  maxBalanceShare?: string | null | undefined;
  /** Whether a person must approve each payment with a counterparty until one of its payments was approved. */
  onlyApprovedCounterparties?: boolean | null | undefined;
  /** Whether every payment needs a description. */
  requireDescription?: boolean | null | undefined;
};

/** Hours on some days. */
export type PolicyTimeWindowInput = {
  /** Days of the window, at most 50. */
  days: Array<Weekday>;
  /** Start, HH:MM. */
  from: string;
  /** End, HH:MM, not included. 24:00 is the end of the day. It must be after from. */
  to: string;
};

/** POLYGON_WALLET: an account for USDC. */
export type PolygonWalletInput = {
  /** Address of the wallet on Polygon. Must be 1 to 255 printable characters without spaces. */
  address: string;
};

/** Purpose of a payment, required by some countries. */
export type PurposeOfPayment =
  /** Donation. */
  | 'DONATION'
  /** Education. */
  | 'EDUCATION'
  /** Gift. */
  | 'GIFT'
  /** Goods or services. */
  | 'GOODS_OR_SERVICES'
  /** Health or medical. */
  | 'HEALTH_OR_MEDICAL'
  /** Loan payment. */
  | 'LOAN_PAYMENT'
  /** Other. */
  | 'OTHER'
  /** Real estate purchase. */
  | 'REAL_ESTATE_PURCHASE'
  /** Self. */
  | 'SELF'
  /** Tax payment. */
  | 'TAX_PAYMENT'
  /** Travel. */
  | 'TRAVEL'
  /** Utility bill. */
  | 'UTILITY_BILL';

/** Account on one side of a quote. */
export type QuoteAccountInput = {
  /** InternalAccount:<uuid> or ExternalAccount:<uuid> */
  accountId: string | number;
  /** Customer:<uuid>. The owner of the account, or for an account of the platform the customer that it pays for. */
  customerId?: string | number | null | undefined;
  /** Payment rail, one of the rails of the external account. */
  paymentRail?: PaymentRail | null | undefined;
};

/** Destination of a payment: exactly one of the fields. */
export type QuoteDestinationInput =
  {   /** Account to credit. */
  account: QuoteAccountInput; umaAddress?: never; }
  |  { account?: never;   /** UMA address to pay. */
  umaAddress: UmaDestinationInput; };

/** Source of a payment: exactly one of the fields. */
export type QuoteSourceInput =
  {   /** Account to debit. */
  account: QuoteAccountInput; realtimeFunding?: never; }
  |  { account?: never;   /** Deposit that funds the payment. */
  realtimeFunding: RealtimeFundingInput; };

/** Status of a quote. */
export type QuoteStatus =
  /** The payment reached its destination. */
  | 'COMPLETED'
  /** The quote was not executed or paid in time. */
  | 'EXPIRED'
  /** The conversion or the payout failed. */
  | 'FAILED'
  /** The quote can be executed, or paid by a deposit. */
  | 'PENDING'
  /** The quote was executed or paid. The payment is in progress. */
  | 'PROCESSING';

/** A deposit to the payment instructions of the quote. */
export type RealtimeFundingInput = {
  /** Network of the deposit: SOLANA, ETHEREUM, BASE, POLYGON, SPARK, LIGHTNING or BITCOIN. Required for a stablecoin. */
  cryptoNetwork?: string | null | undefined;
  /** Currency of the deposit. */
  currency: string;
  /** Payer, Customer:<uuid>. Default: the platform. */
  customerId?: string | number | null | undefined;
};

/** The receiver to look up: exactly one of the fields. */
export type ReceiverLookupInput =
  {   /** An external account. */
  externalAccount: ExternalAccountLookupInput; uma?: never; }
  |  { externalAccount?: never;   /** A UMA address. */
  uma: UmaLookupInput; };

/** Reason for a refund. */
export type RefundReason =
  /** The payment was not completed in time. */
  | 'TIMEOUT'
  /** The payment failed. */
  | 'TRANSACTION_FAILED'
  /** The payment was cancelled. */
  | 'USER_CANCELLATION';

/** Status of a refund. */
export type RefundStatus =
  /** The source account was credited. */
  | 'COMPLETED'
  /** The refund failed. */
  | 'FAILED'
  /** The refund was started. */
  | 'PENDING';

/** New metadata of a document. The holder does not change. Omitted fields are deleted. */
export type ReplaceDocumentInput = {
  /** Country that issued the document, ISO 3166-1 alpha-2. */
  country: string;
  /** Document number, at most 64 characters. */
  documentNumber?: string | null | undefined;
  /** Type of the document. */
  documentType: DocumentType;
  /** Authority that issued the document, at most 255 characters. */
  issuingAuthority?: string | null | undefined;
  /** Side of the document, if it has two sides. */
  side?: DocumentSide | null | undefined;
};

/** RWF_ACCOUNT: an account for RWF. */
export type RwfAccountInput = {
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: +250 and 9 digits. Must be +250 and 9 digits. */
  phoneNumber: string;
  /** Mobile money operator, for example MTN, AIRTEL. Must be 1 to 255 characters without a space at either end. */
  provider: string;
};

/** Outcome of one payment of a sandbox platform, whatever its counterparty is. */
export type SandboxOutcome =
  /** Completes. */
  | 'COMPLETED'
  /** Completes with a refund, USER_CANCELLATION. Quotes. */
  | 'COMPLETED_AND_REFUNDED'
  /** Completes after six minutes. Quotes and incoming UMA payments. */
  | 'COMPLETED_LATE'
  /** Fails at once, without a debit or with a refund. */
  | 'FAILED'
  /** Completes, fails after 5 seconds, and is refunded. Quotes. */
  | 'FAILED_AFTER_COMPLETION'
  /** Fails with COUNTERPARTY_POST_TX_FAILED, and is refunded. Transfers and quotes. */
  | 'FAILED_AFTER_PROCESSING'
  /** Fails after 30 seconds, and is refunded with reason TIMEOUT. Transfers. */
  | 'FAILED_AFTER_TIMEOUT'
  /** Fails, and the refund fails as well. Quotes. */
  | 'FAILED_WITHOUT_REFUND'
  /** Fails with LIGHTNING_PAYMENT_FAILED, and is refunded. Quotes. */
  | 'LIGHTNING_PAYMENT_FAILED'
  /** Fails with LNURLP_FAILED, without an approval. Incoming UMA payments. */
  | 'LOOKUP_FAILED'
  /** Fails with PAY_REQUEST_FAILED, without an approval. Incoming UMA payments. */
  | 'PAY_REQUEST_FAILED'
  /** Fails with QUOTE_EXPIRED two minutes after the approval. Incoming UMA payments. */
  | 'QUOTE_EXPIRED'
  /** Is refunded to its sender after the approval. Incoming UMA payments. */
  | 'REFUNDED';

/** Input of sandboxReceiveUma. Exactly one of receiverUmaAddress and customerId is required. */
export type SandboxReceiveUmaInput = {
  /** The receiving customer, Customer:<uuid>. */
  customerId?: string | number | null | undefined;
  /** UMA address of the receiving customer. */
  receiverUmaAddress?: string | null | undefined;
  /** Amount in the smallest unit of the currency, 1 to 9000000000000000. */
  receivingCurrencyAmount: number;
  /** Currency that the customer receives. */
  receivingCurrencyCode: string;
  /** Outcome of the payment. Default: the outcome that the sender selects. */
  sandboxOutcome?: SandboxOutcome | null | undefined;
  /** UMA address of a test sender of the sandbox, for example $success.usd@ and platformConfig.sandboxUmaDomain. */
  senderUmaAddress: string;
};

/** SGD_ACCOUNT: an account for SGD. */
export type SgdAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  bankName: string;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  swiftCode: string;
};

/** SLV_ACCOUNT: an account for USD. */
export type SlvAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  accountNumber?: string | null | undefined;
  /** Type of the bank account. Must be one of CHECKING, SAVINGS. */
  bankAccountType?: BankAccountType | null | undefined;
  /** Name of the bank. Must be 1 to 255 characters without a space at either end. */
  bankName?: string | null | undefined;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  phoneNumber?: string | null | undefined;
};

/** SOLANA_WALLET: an account for USDC, USDT. */
export type SolanaWalletInput = {
  /** Address of the wallet on Solana. Must be 1 to 255 printable characters without spaces. */
  address: string;
};

/** SPARK_WALLET: an account for BTC. */
export type SparkWalletInput = {
  /** Address of the wallet on Spark. Must be 1 to 255 printable characters without spaces. */
  address: string;
};

/** Spending limits of an agent. Limits are inclusive. Calendar periods are in UTC. */
export type SpendingLimitsInput = {
  /** Currency of all limits. */
  currency: string;
  /** Maximum amount per day; omit it for no limit. In the smallest unit of the limits' currency. */
  dailyLimit?: number | null | undefined;
  /** Maximum number of transactions per day; omit it for no limit. */
  dailyTransactionLimit?: number | null | undefined;
  /** Maximum amount per month; omit it for no limit. In the smallest unit of the limits' currency. */
  monthlyLimit?: number | null | undefined;
  /** Maximum amount of one transaction. In the smallest unit of the limits' currency. */
  perTransactionLimit: number;
};

/** SWIFT_ACCOUNT: an account for any fiat currency. */
export type SwiftAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  accountNumber?: string | null | undefined;
  /** Name of the bank. Must be 1 to 255 characters without a space at either end. */
  bankName: string;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Country of the bank, ISO 3166-1 alpha-2. Must be an ISO 3166-1 alpha-2 country code. */
  country: string;
  /** International bank account number, without spaces. Must be an IBAN of 15 to 34 characters without spaces. */
  iban?: string | null | undefined;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  swiftCode: string;
};

/** THB_ACCOUNT: an account for THB. */
export type ThbAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  bankName: string;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  swiftCode: string;
};

/** Reason for the failure of a transaction. */
export type TransactionFailureReason =
  /** Counterparty post tx failed. */
  | 'COUNTERPARTY_POST_TX_FAILED'
  /** Funding amount mismatch. */
  | 'FUNDING_AMOUNT_MISMATCH'
  /** Lightning payment failed. */
  | 'LIGHTNING_PAYMENT_FAILED'
  /** Lnurlp failed. */
  | 'LNURLP_FAILED'
  /** Missing mandatory payee data. */
  | 'MISSING_MANDATORY_PAYEE_DATA'
  /** Offramp failed. */
  | 'OFFRAMP_FAILED'
  /** Payment approval timed out. */
  | 'PAYMENT_APPROVAL_TIMED_OUT'
  /** Payment approval webhook error. */
  | 'PAYMENT_APPROVAL_WEBHOOK_ERROR'
  /** Pay request failed. */
  | 'PAY_REQUEST_FAILED'
  /** Quote execution failed. */
  | 'QUOTE_EXECUTION_FAILED'
  /** Quote expired. */
  | 'QUOTE_EXPIRED';

/** Status of a transaction. An OUTGOING transaction never becomes REJECTED or REFUNDED: see refund. */
export type TransactionStatus =
  /** Delivered to the destination. */
  | 'COMPLETED'
  /** Created by a receiver look-up. */
  | 'CREATED'
  /** The quote was not executed in time. */
  | 'EXPIRED'
  /** Failed: see failureReason, and refund for the return of the money. */
  | 'FAILED'
  /** Accepted. The payment has not started. */
  | 'PENDING'
  /** Debited or funded. The payment is in progress. */
  | 'PROCESSING'
  /** Returned to the sender. */
  | 'REFUNDED'
  /** Rejected by the receiving side. */
  | 'REJECTED';

/** Direction of a payment. */
export type TransactionType =
  /** To a customer account. */
  | 'INCOMING'
  /** From a customer account. */
  | 'OUTGOING';

/** A transfer between an internal and an external account of one owner, in one currency. */
export type TransferInput = {
  /** Amount in the smallest unit of the currency, 1 to 9000000000000000. */
  amount: number;
  /** Memo, at most 255 characters. */
  description?: string | null | undefined;
  /** Destination. transferIn: InternalAccount:<uuid>. transferOut: ExternalAccount:<uuid>. */
  destination: string | number;
  /** Sandbox only: outcome of the payment. Default: the outcome that the counterparty selects. An error in production. */
  sandboxOutcome?: SandboxOutcome | null | undefined;
  /** Source. transferIn: ExternalAccount:<uuid>. transferOut: InternalAccount:<uuid>. */
  source: string | number;
};

/** TRON_WALLET: an account for USDT. */
export type TronWalletInput = {
  /** Address of the wallet on Tron. Must be 1 to 255 printable characters without spaces. */
  address: string;
};

/** TZS_ACCOUNT: an account for TZS. */
export type TzsAccountInput = {
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: +255 and 9 digits. Must be +255 and 9 digits. */
  phoneNumber: string;
  /** Mobile money operator, for example AIRTEL, VODACOM. Must be 1 to 255 characters without a space at either end. */
  provider: string;
};

/** UGX_ACCOUNT: an account for UGX. */
export type UgxAccountInput = {
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  phoneNumber: string;
  /** Mobile money operator, for example MTN, AIRTEL. Must be 1 to 255 characters without a space at either end. */
  provider: string;
};

/** Receiver by UMA address, from an earlier receiverLookup. */
export type UmaDestinationInput = {
  /** Currency that the receiver gets. Optional if the receiver accepts only one currency. */
  currency?: string | null | undefined;
  /** $name@domain */
  umaAddress: string;
};

/** Look-up of a UMA address. One of the two sender fields is required. */
export type UmaLookupInput = {
  /** $name@domain */
  receiverUmaAddress: string;
  /** The paying customer, Customer:<uuid>. */
  senderCustomerId?: string | number | null | undefined;
  /** UMA address of the paying customer. */
  senderUmaAddress?: string | null | undefined;
};

/** Input of updateAgent. Omitted fields stay unchanged; at least one field is required. */
export type UpdateAgentInput = {
  /** Whether the agent is paused. Operations of a paused agent are rejected and its streams are closed. */
  isPaused?: boolean | null | undefined;
  /** Name of the agent, 1 to 100 characters. */
  name?: string | null | undefined;
};

/** Metadata of a new document. */
export type UploadDocumentInput = {
  /** Country that issued the document, ISO 3166-1 alpha-2. */
  country: string;
  /** Holder of the document, Customer:<uuid> or BeneficialOwner:<uuid>. */
  documentHolder: string | number;
  /** Document number, at most 64 characters. */
  documentNumber?: string | null | undefined;
  /** Type of the document. */
  documentType: DocumentType;
  /** Authority that issued the document, at most 255 characters. */
  issuingAuthority?: string | null | undefined;
  /** Side of the document, if it has two sides. */
  side?: DocumentSide | null | undefined;
};

/** USD_ACCOUNT: an account for USD. */
export type UsdAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  accountNumber: string;
  /** Type of the bank account. Must be one of CHECKING, SAVINGS. */
  bankAccountType?: BankAccountType | null | undefined;
  /** Name of the bank. Must be 1 to 255 characters without a space at either end. */
  bankName?: string | null | undefined;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** ABA routing number of the bank. Must be 9 digits. */
  routingNumber: string;
};

/** Status of an identity check (KYC or KYB). */
export type VerificationStatus =
  /** The check passed. The customer can send and receive money. */
  | 'APPROVED'
  /** The check is in progress. */
  | 'PENDING'
  /** The check failed. */
  | 'REJECTED'
  /** Not checked. */
  | 'UNVERIFIED';

/** VND_ACCOUNT: an account for VND. */
export type VndAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  bankName: string;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  swiftCode: string;
};

/** A day of the week. */
export type Weekday =
  /** Friday. */
  | 'FRIDAY'
  /** Monday. */
  | 'MONDAY'
  /** Saturday. */
  | 'SATURDAY'
  /** Sunday. */
  | 'SUNDAY'
  /** Thursday. */
  | 'THURSDAY'
  /** Tuesday. */
  | 'TUESDAY'
  /** Wednesday. */
  | 'WEDNESDAY';

/** XAF_ACCOUNT: an account for XAF. */
export type XafAccountInput = {
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  phoneNumber: string;
  /** Mobile money operator. Must be 1 to 255 characters without a space at either end. */
  provider: string;
  /** Country of the mobile money account, ISO 3166-1 alpha-2. Must be one of CM, CG. */
  region: string;
};

/** XOF_ACCOUNT: an account for XOF. */
export type XofAccountInput = {
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  phoneNumber: string;
  /** Mobile money operator. Must be 1 to 255 characters without a space at either end. */
  provider: string;
  /** Country of the mobile money account, ISO 3166-1 alpha-2. Must be one of BJ, CI, SN, TG. */
  region: string;
};

/** ZAR_ACCOUNT: an account for ZAR. */
export type ZarAccountInput = {
  /** Account number at the bank. Must be 9 to 13 digits. */
  accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  bankName: string;
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
};

/** ZMW_ACCOUNT: an account for ZMW. */
export type ZmwAccountInput = {
  /** Holder of the account. */
  beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  paymentRails?: Array<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: +260 and 9 digits. Must be +260 and 9 digits. */
  phoneNumber: string;
  /** Mobile money operator, for example TNM, AIRTEL, ZAMTEL, MTN. Must be 1 to 255 characters without a space at either end. */
  provider: string;
};

export type UploadDocumentMutationVariables = Exact<{
  input: UploadDocumentInput;
  file: null;
}>;


export type UploadDocumentMutation = { uploadDocument:
    | { __typename: 'ConflictError', errorCode: ErrorCode, httpStatus: number }
    | { __typename: 'Document', id: string, documentHolder: string, documentType: DocumentType, side: DocumentSide | null, country: string, fileName: string }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, httpStatus: number }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, httpStatus: number, fields: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, httpStatus: number }
   };

export type ReplaceDocumentMutationVariables = Exact<{
  id: string | number;
  input: ReplaceDocumentInput;
  file: null;
}>;


export type ReplaceDocumentMutation = { replaceDocument:
    | { __typename: 'ConflictError', errorCode: ErrorCode, httpStatus: number }
    | { __typename: 'Document', id: string, documentType: DocumentType, side: DocumentSide | null, country: string, fileName: string }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, httpStatus: number }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, httpStatus: number, fields: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, httpStatus: number }
   };

export type SetWebhookMutationVariables = Exact<{
  url: string;
}>;


export type SetWebhookMutation = { updatePlatformConfig:
    | { __typename: 'ForbiddenError' }
    | { __typename: 'InvalidInputError' }
    | { __typename: 'PlatformConfig' }
   };

export type CreateAgentMutationVariables = Exact<{
  input: CreateAgentInput;
}>;


export type CreateAgentMutation = { createAgent:
    | { __typename: 'AgentCreated', agent: { id: string, isConnected: boolean }, deviceCode: { code: string, redeemed: boolean } }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, reason: string | null, fields: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, reason: string | null }
   };

export type RedeemDeviceCodeMutationVariables = Exact<{
  code: string;
}>;


export type RedeemDeviceCodeMutation = { redeemDeviceCode:
    | { __typename: 'AgentConnected', accessToken: string, agent: { id: string, name: string, customer: { id: string }, usage: { dailySpend: number } } }
    | { __typename: 'ConflictError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'RateLimitedError', retryAfterSeconds: number, errorCode: ErrorCode, reason: string | null }
   };

export type UpdateAgentMutationVariables = Exact<{
  id: string | number;
  input: UpdateAgentInput;
}>;


export type UpdateAgentMutation = { updateAgent:
    | { __typename: 'Agent', id: string, isPaused: boolean }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, reason: string | null }
   };

export type AgentTransferOutMutationVariables = Exact<{
  input: TransferInput;
  key?: string | null | undefined;
}>;


export type AgentTransferOutMutation = { agentTransferOut:
    | { __typename: 'AgentAction', id: string, status: AgentActionStatus, transaction: { id: string, status: TransactionStatus } | null, approvalReason: { rule: ApprovalRule, threshold: number | null, requested: number } | null }
    | { __typename: 'ConflictError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InsufficientBalanceError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'PaymentPreview' }
    | { __typename: 'PolicyViolationError', rule: PolicyRule, limit: number | null, requested: number | null, used: number | null, reserved: number | null, errorCode: ErrorCode, reason: string | null, limitCurrency: { code: string } | null }
    | { __typename: 'QuoteExpiredError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'RateLimitedError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'SignedRequestChallenge' }
    | { __typename: 'UnauthorizedError', errorCode: ErrorCode, reason: string | null }
   };

export type ActionStateFragment = { id: string, type: AgentActionType, status: AgentActionStatus, decidedBy: string | null, rejectionReason: string | null, failureReason: string | null, quote: { id: string, status: QuoteStatus } | null, transaction: { id: string, status: TransactionStatus, failureReason: TransactionFailureReason | null, agent: { id: string } | null } | null, approvalReason: { rule: ApprovalRule, threshold: number | null, requested: number, currency: { code: string } } | null };

export type SubmitTransferOutMutationVariables = Exact<{
  input: TransferInput;
}>;


export type SubmitTransferOutMutation = { response:
    | { __typename: 'AgentAction', id: string, type: AgentActionType, status: AgentActionStatus, decidedBy: string | null, rejectionReason: string | null, failureReason: string | null, quote: { id: string, status: QuoteStatus } | null, transaction: { id: string, status: TransactionStatus, failureReason: TransactionFailureReason | null, agent: { id: string } | null } | null, approvalReason: { rule: ApprovalRule, threshold: number | null, requested: number, currency: { code: string } } | null }
    | { __typename: 'ConflictError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InsufficientBalanceError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'PaymentPreview' }
    | { __typename: 'PolicyViolationError', rule: PolicyRule, limit: number | null, requested: number | null, used: number | null, reserved: number | null, errorCode: ErrorCode, reason: string | null }
    | { __typename: 'QuoteExpiredError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'RateLimitedError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'SignedRequestChallenge' }
    | { __typename: 'UnauthorizedError', errorCode: ErrorCode, reason: string | null }
   };

export type SubmitTransferInMutationVariables = Exact<{
  input: TransferInput;
}>;


export type SubmitTransferInMutation = { response:
    | { __typename: 'AgentAction', id: string, type: AgentActionType, status: AgentActionStatus, decidedBy: string | null, rejectionReason: string | null, failureReason: string | null, quote: { id: string, status: QuoteStatus } | null, transaction: { id: string, status: TransactionStatus, failureReason: TransactionFailureReason | null, agent: { id: string } | null } | null, approvalReason: { rule: ApprovalRule, threshold: number | null, requested: number, currency: { code: string } } | null }
    | { __typename: 'ConflictError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InsufficientBalanceError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'PaymentPreview' }
    | { __typename: 'PolicyViolationError', rule: PolicyRule, limit: number | null, requested: number | null, used: number | null, reserved: number | null, errorCode: ErrorCode, reason: string | null }
    | { __typename: 'QuoteExpiredError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'RateLimitedError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'SignedRequestChallenge' }
    | { __typename: 'UnauthorizedError', errorCode: ErrorCode, reason: string | null }
   };

export type SubmitQuoteMutationVariables = Exact<{
  quoteId: string | number;
}>;


export type SubmitQuoteMutation = { response:
    | { __typename: 'AgentAction', id: string, type: AgentActionType, status: AgentActionStatus, decidedBy: string | null, rejectionReason: string | null, failureReason: string | null, quote: { id: string, status: QuoteStatus } | null, transaction: { id: string, status: TransactionStatus, failureReason: TransactionFailureReason | null, agent: { id: string } | null } | null, approvalReason: { rule: ApprovalRule, threshold: number | null, requested: number, currency: { code: string } } | null }
    | { __typename: 'ConflictError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InsufficientBalanceError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'PaymentPreview' }
    | { __typename: 'PolicyViolationError', rule: PolicyRule, limit: number | null, requested: number | null, used: number | null, reserved: number | null, errorCode: ErrorCode, reason: string | null }
    | { __typename: 'QuoteExpiredError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'RateLimitedError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'SignedRequestChallenge' }
    | { __typename: 'UnauthorizedError', errorCode: ErrorCode, reason: string | null }
   };

export type AgentCreateQuoteMutationVariables = Exact<{
  input: CreateQuoteInput;
}>;


export type AgentCreateQuoteMutation = { response:
    | { __typename: 'ConflictError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InsufficientBalanceError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, reason: string | null, fields: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'PaymentPreview' }
    | { __typename: 'PolicyViolationError', rule: PolicyRule, limit: number | null, requested: number | null, used: number | null, reserved: number | null, errorCode: ErrorCode, reason: string | null }
    | { __typename: 'Quote', id: string, totalSendingAmount: number }
    | { __typename: 'QuoteExpiredError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'RateLimitedError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'UnauthorizedError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'UpstreamError', errorCode: ErrorCode, reason: string | null }
   };

export type ApproveActionMutationVariables = Exact<{
  id: string | number;
}>;


export type ApproveActionMutation = { response:
    | { __typename: 'AgentAction', id: string, type: AgentActionType, status: AgentActionStatus, decidedBy: string | null, rejectionReason: string | null, failureReason: string | null, quote: { id: string, status: QuoteStatus } | null, transaction: { id: string, status: TransactionStatus, failureReason: TransactionFailureReason | null, agent: { id: string } | null } | null, approvalReason: { rule: ApprovalRule, threshold: number | null, requested: number, currency: { code: string } } | null }
    | { __typename: 'ConflictError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, reason: string | null }
   };

export type RejectActionMutationVariables = Exact<{
  id: string | number;
  reason?: string | null | undefined;
}>;


export type RejectActionMutation = { response:
    | { __typename: 'AgentAction', id: string, type: AgentActionType, status: AgentActionStatus, decidedBy: string | null, rejectionReason: string | null, failureReason: string | null, quote: { id: string, status: QuoteStatus } | null, transaction: { id: string, status: TransactionStatus, failureReason: TransactionFailureReason | null, agent: { id: string } | null } | null, approvalReason: { rule: ApprovalRule, threshold: number | null, requested: number, currency: { code: string } } | null }
    | { __typename: 'ConflictError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, reason: string | null }
   };

export type ActionNowQueryVariables = Exact<{
  id: string | number;
}>;


export type ActionNowQuery = { agentAction: { id: string, type: AgentActionType, status: AgentActionStatus, decidedBy: string | null, rejectionReason: string | null, failureReason: string | null, agent: { usage: { dailyTransactionCount: number, dailySpend: number, monthlySpend: number, reserved: { transactionCount: number, dailySpend: number, monthlySpend: number } } }, quote: { id: string, status: QuoteStatus } | null, transaction: { id: string, status: TransactionStatus, failureReason: TransactionFailureReason | null, agent: { id: string } | null } | null, approvalReason: { rule: ApprovalRule, threshold: number | null, requested: number, currency: { code: string } } | null } | null };

export type AgentInboxQueryVariables = Exact<{
  status?: Array<AgentActionStatus> | AgentActionStatus | null | undefined;
}>;


export type AgentInboxQuery = { eventCursor: string, agentActions: { totalCount: number, nodes: Array<{ id: string, status: AgentActionStatus, agent: { id: string, name: string }, customer: { id: string }, transferDetails: { amount: number, currency: string } | null }> } };

export type ApproveAgentActionMutationVariables = Exact<{
  id: string | number;
}>;


export type ApproveAgentActionMutation = { approveAgentAction:
    | { __typename: 'AgentAction', id: string, status: AgentActionStatus, decidedBy: string | null, failureReason: string | null, transaction: { id: string, status: TransactionStatus } | null }
    | { __typename: 'ConflictError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, reason: string | null }
   };

export type CreateAccessTokenMutationVariables = Exact<{
  input: CreateAccessTokenInput;
}>;


export type CreateAccessTokenMutation = { createAccessToken:
    | { __typename: 'AccessTokenCreated', id: string, accessToken: string, expiresAt: string }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, reason: string | null, fields: Array<{ path: string, message: string }> }
   };

export type RevokeAccessTokenMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeAccessTokenMutation = { revokeAccessToken:
    | { __typename: 'Deleted', deletedId: string }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, reason: string | null }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, reason: string | null }
   };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer:
    | { __typename: 'AccessTokenHolder', scopes: Array<AccessTokenScope>, restrictedTo: { id: string } | null, platform: { id: string } }
    | { __typename: 'Agent', id: string, name: string, isPaused: boolean, policy: { permissions: Array<AgentPermission> }, usage: { dailyTransactionCount: number, reserved: { transactionCount: number } }, customer: { id: string } }
    | { __typename: 'Member' }
    | { __typename: 'Platform', id: string, permissions: Array<Permission> }
   };

export type CreateCustomerMutationVariables = Exact<{
  input: CreateCustomerInput;
  key?: string | null | undefined;
}>;


export type CreateCustomerMutation = { createCustomer:
    | { __typename: 'ConflictError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'Customer', id: string, umaAddress: string | null, currencies: Array<string>, kycStatus: VerificationStatus | null, kybStatus: VerificationStatus | null, internalAccounts: Array<{ id: string, type: InternalAccountType, balance: { amount: number, currency: { code: string } } }> }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, httpStatus: number, reason: string | null, fields: Array<{ path: string, message: string }> }
   };

export type CreateExternalAccountMutationVariables = Exact<{
  input: CreateExternalAccountInput;
  key?: string | null | undefined;
}>;


export type CreateExternalAccountMutation = { createExternalAccount:
    | { __typename: 'ConflictError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'ExternalAccount', id: string, status: ExternalAccountStatus, beneficiaryVerificationStatus: BeneficiaryVerificationStatus | null, beneficiaryVerifiedData: Record<string, string> | null, defaultUmaDepositAccount: boolean }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, httpStatus: number, reason: string | null, fields: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
   };

export type FundAccountMutationVariables = Exact<{
  accountId: string | number;
  amount: number;
  key?: string | null | undefined;
}>;


export type FundAccountMutation = { sandboxFundAccount:
    | { __typename: 'ConflictError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'InternalAccount', id: string, balance: { amount: number }, availableBalance: { amount: number } }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, httpStatus: number, reason: string | null, fields: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
   };

export type TransferOutMutationVariables = Exact<{
  input: TransferInput;
  key?: string | null | undefined;
}>;


export type TransferOutMutation = { transferOut:
    | { __typename: 'ConflictError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'InsufficientBalanceError', errorCode: ErrorCode, httpStatus: number, reason: string | null, available: { amount: number }, required: { amount: number } }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, httpStatus: number, reason: string | null, fields: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'PaymentPreview' }
    | { __typename: 'RateLimitedError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'Transaction', id: string, status: TransactionStatus, failureReason: TransactionFailureReason | null, refund: { status: RefundStatus } | null }
   };

export type TransferInMutationVariables = Exact<{
  input: TransferInput;
  key?: string | null | undefined;
}>;


export type TransferInMutation = { transferIn:
    | { __typename: 'ConflictError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, httpStatus: number, reason: string | null, fields: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'PaymentPreview' }
    | { __typename: 'RateLimitedError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'Transaction', id: string, status: TransactionStatus, failureReason: TransactionFailureReason | null }
   };

export type AccountBalanceQueryVariables = Exact<{
  id: string | number;
}>;


export type AccountBalanceQuery = { internalAccount: { balance: { amount: number }, availableBalance: { amount: number }, ledgerEntries: { totalCount: number, nodes: Array<{ id: string, direction: EntryDirection, description: string, amount: { amount: number }, balanceAfter: { amount: number }, transaction: { id: string } | null }> } } | null };

export type TransactionTimelineQueryVariables = Exact<{
  id: string | number;
}>;


export type TransactionTimelineQuery = { transaction: { id: string, status: TransactionStatus, type: TransactionType, direction: EntryDirection, failureReason: TransactionFailureReason | null, settledAt: string | null, refund: { status: RefundStatus, reason: RefundReason | null } | null, timeline: Array<{ status: TransactionStatus, refundStatus: RefundStatus | null, occurredAt: string }> } | null };

export type AdvanceClockMutationVariables = Exact<{
  seconds: number;
}>;


export type AdvanceClockMutation = { sandboxAdvanceClock:
    | { __typename: 'ConflictError', errorCode: ErrorCode }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode }
    | { __typename: 'SandboxClock', now: string }
   };

export type LookUpReceiverQueryVariables = Exact<{
  input: ReceiverLookupInput;
}>;


export type LookUpReceiverQuery = { receiverLookup:
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, httpStatus: number, reason: string | null, fields: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'ReceiverLookup', lookupId: string, accountId: string | null, receiverUmaAddress: string | null, expiresAt: string, supportedCurrencies: Array<{ estimatedExchangeRate: number, min: number, max: number, currency: { code: string } }>, requiredPayerDataFields: Array<{ name: string, mandatory: boolean }> }
    | { __typename: 'UpstreamError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
   };

export type CreateQuoteMutationVariables = Exact<{
  input: CreateQuoteInput;
  key?: string | null | undefined;
}>;


export type CreateQuoteMutation = { createQuote:
    | { __typename: 'ConflictError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'InsufficientBalanceError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, httpStatus: number, reason: string | null, fields: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'PaymentPreview' }
    | { __typename: 'Quote', id: string, status: QuoteStatus, totalSendingAmount: number, totalReceivingAmount: number, exchangeRate: number, feesIncluded: number, createdAt: string, expiresAt: string, source: { type: PartyType, account:
          | { __typename: 'ExternalAccount' }
          | { __typename: 'InternalAccount' }
         | null, customer: { id: string } | null, currency: { code: string } | null }, destination: { type: PartyType, umaAddress: string | null, paymentRail: PaymentRail | null, account:
          | { __typename: 'ExternalAccount' }
          | { __typename: 'InternalAccount' }
         | null, currency: { code: string } | null }, sendingCurrency: { code: string }, receivingCurrency: { code: string }, rateDetails: { serviceApiVariableFeeRate: number | null, serviceApiVariableFeeAmount: number | null, serviceApiFixedFee: number | null } | null, paymentInstructions: Array<{ accountOrWalletInfo: { accountType: AccountType, reference: string | null, payloadToSign: string | null } }>, transaction: { id: string, status: TransactionStatus, quote: { id: string } | null } }
    | { __typename: 'RateLimitedError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'UpstreamError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
   };

export type ExecuteQuoteMutationVariables = Exact<{
  quoteId: string | number;
  signature?: string | null | undefined;
  key?: string | null | undefined;
}>;


export type ExecuteQuoteMutation = { executeQuote:
    | { __typename: 'ConflictError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'InsufficientBalanceError', errorCode: ErrorCode, httpStatus: number, reason: string | null, available: { amount: number }, required: { amount: number } }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, httpStatus: number, reason: string | null, fields: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'PaymentPreview' }
    | { __typename: 'QuoteExpiredError', expiredAt: string, errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'RateLimitedError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'SignedRequestChallenge', payloadToSign: string, requestId: string, expiresAt: string, credentialType: CredentialType | null }
    | { __typename: 'Transaction', id: string, status: TransactionStatus, quote: { id: string, status: QuoteStatus } | null }
    | { __typename: 'UnauthorizedError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
   };

export type QuoteNowQueryVariables = Exact<{
  id: string | number;
}>;


export type QuoteNowQuery = { quote: { id: string, status: QuoteStatus, transaction: { id: string, status: TransactionStatus, direction: EntryDirection, exchangeRate: number | null, fees: number | null, failureReason: TransactionFailureReason | null, sentAmount: { amount: number, currency: { code: string } } | null, receivedAmount: { amount: number, currency: { code: string } } | null, refund: { status: RefundStatus, reason: RefundReason | null } | null, reconciliationInstructions: { reference: string } | null, timeline: Array<{ status: TransactionStatus, refundStatus: RefundStatus | null, occurredAt: string }> } } | null };

export type SandboxSendMutationVariables = Exact<{
  quoteId: string | number;
  currencyCode: string;
  currencyAmount?: number | null | undefined;
}>;


export type SandboxSendMutation = { sandboxSend:
    | { __typename: 'ConflictError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, httpStatus: number, reason: string | null, fields: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'PaymentPreview' }
    | { __typename: 'QuoteExpiredError', expiredAt: string, errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'Transaction', id: string, status: TransactionStatus, failureReason: TransactionFailureReason | null }
   };

export type ReceiveUmaMutationVariables = Exact<{
  input: SandboxReceiveUmaInput;
}>;


export type ReceiveUmaMutation = { sandboxReceiveUma:
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, httpStatus: number, reason: string | null, fields: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'Transaction', id: string, status: TransactionStatus, type: TransactionType, receivedAmount: { amount: number } | null }
   };

export type ApproveTransactionMutationVariables = Exact<{
  id: string | number;
  info?: Record<string, string> | null | undefined;
}>;


export type ApproveTransactionMutation = { approveTransaction:
    | { __typename: 'ConflictError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'Transaction', id: string, status: TransactionStatus }
   };

export type RejectTransactionMutationVariables = Exact<{
  id: string | number;
  reason?: string | null | undefined;
}>;


export type RejectTransactionMutation = { rejectTransaction:
    | { __typename: 'ConflictError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'ForbiddenError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'InvalidInputError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'NotFoundError', errorCode: ErrorCode, httpStatus: number, reason: string | null }
    | { __typename: 'Transaction', id: string, status: TransactionStatus, timeline: Array<{ status: TransactionStatus, note: string | null }> }
   };

export type RatesQueryVariables = Exact<{
  source?: string | null | undefined;
  destinations?: Array<string> | string | null | undefined;
  amount?: number | null | undefined;
}>;


export type RatesQuery = { exchangeRates: Array<{ destinationPaymentRail: PaymentRail | null, sendingAmount: number, receivingAmount: number, minSendingAmount: number, maxSendingAmount: number, exchangeRate: number, fixedFee: number, updatedAt: string, sourceCurrency: { code: string }, destinationCurrency: { code: string } }> };

export type InstitutionsQueryVariables = Exact<{
  country?: string | null | undefined;
  currency?: string | null | undefined;
}>;


export type InstitutionsQuery = { paymentInstitutions: Array<{ bankName: string, displayName: string, country: string, currency: string }> };

export type TransactionUpdatesSubscriptionVariables = Exact<{
  transactionId?: string | number | null | undefined;
  customerId?: string | number | null | undefined;
  accountId?: string | number | null | undefined;
  after?: string | null | undefined;
}>;


export type TransactionUpdatesSubscription = { transactionUpdated: { cursor: string, previousStatus: TransactionStatus | null, status: TransactionStatus, refundStatus: RefundStatus | null, transaction: { id: string, status: TransactionStatus } } };

export type EventCursorQueryVariables = Exact<{ [key: string]: never; }>;


export type EventCursorQuery = { eventCursor: string };

export type CreateTokenToDeleteMutationVariables = Exact<{ [key: string]: never; }>;


export type CreateTokenToDeleteMutation = { createApiToken:
    | { __typename: 'ApiTokenCreated', clientSecret: string, token: { id: string, clientId: string } }
    | { __typename: 'ForbiddenError' }
    | { __typename: 'InvalidInputError' }
   };

export type DeleteTokenOfStreamsMutationVariables = Exact<{
  tokenId: string | number;
}>;


export type DeleteTokenOfStreamsMutation = { deleteApiToken:
    | { __typename: 'ConflictError' }
    | { __typename: 'Deleted' }
    | { __typename: 'ForbiddenError' }
    | { __typename: 'InvalidInputError' }
    | { __typename: 'NotFoundError' }
   };

export type NextCustomersQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type NextCustomersQuery = { customers: { nodes: Array<{ id: string }> } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const ActionStateFragmentDoc = new TypedDocumentString(`
    fragment ActionState on AgentAction {
  id
  type
  status
  decidedBy
  rejectionReason
  failureReason
  quote {
    id
    status
  }
  transaction {
    id
    status
    failureReason
    agent {
      id
    }
  }
  approvalReason {
    rule
    threshold
    requested
    currency {
      code
    }
  }
}
    `, {"fragmentName":"ActionState"}) as unknown as TypedDocumentString<ActionStateFragment, unknown>;
export const UploadDocumentDocument = new TypedDocumentString(`
    mutation UploadDocument($input: UploadDocumentInput!, $file: Upload!) {
  uploadDocument(input: $input, file: $file) {
    __typename
    ... on Document {
      id
      documentHolder
      documentType
      side
      country
      fileName
    }
    ... on InvalidInputError {
      fields {
        path
        message
      }
    }
    ... on ServiceError {
      errorCode
      httpStatus
    }
  }
}
    `) as unknown as TypedDocumentString<UploadDocumentMutation, UploadDocumentMutationVariables>;
export const ReplaceDocumentDocument = new TypedDocumentString(`
    mutation ReplaceDocument($id: ID!, $input: ReplaceDocumentInput!, $file: Upload!) {
  replaceDocument(id: $id, input: $input, file: $file) {
    __typename
    ... on Document {
      id
      documentType
      side
      country
      fileName
    }
    ... on InvalidInputError {
      fields {
        path
        message
      }
    }
    ... on ServiceError {
      errorCode
      httpStatus
    }
  }
}
    `) as unknown as TypedDocumentString<ReplaceDocumentMutation, ReplaceDocumentMutationVariables>;
export const SetWebhookDocument = new TypedDocumentString(`
    mutation SetWebhook($url: String!) {
  updatePlatformConfig(input: {webhookEndpoints: [{url: $url}]}) {
    __typename
  }
}
    `) as unknown as TypedDocumentString<SetWebhookMutation, SetWebhookMutationVariables>;
export const CreateAgentDocument = new TypedDocumentString(`
    mutation CreateAgent($input: CreateAgentInput!) {
  createAgent(input: $input) {
    __typename
    ... on AgentCreated {
      agent {
        id
        isConnected
      }
      deviceCode {
        code
        redeemed
      }
    }
    ... on InvalidInputError {
      fields {
        path
        message
      }
    }
    ... on ServiceError {
      errorCode
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<CreateAgentMutation, CreateAgentMutationVariables>;
export const RedeemDeviceCodeDocument = new TypedDocumentString(`
    mutation RedeemDeviceCode($code: String!) {
  redeemDeviceCode(code: $code) {
    __typename
    ... on AgentConnected {
      accessToken
      agent {
        id
        name
        customer {
          id
        }
        usage {
          dailySpend
        }
      }
    }
    ... on RateLimitedError {
      retryAfterSeconds
    }
    ... on ServiceError {
      errorCode
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<RedeemDeviceCodeMutation, RedeemDeviceCodeMutationVariables>;
export const UpdateAgentDocument = new TypedDocumentString(`
    mutation UpdateAgent($id: ID!, $input: UpdateAgentInput!) {
  updateAgent(id: $id, input: $input) {
    __typename
    ... on Agent {
      id
      isPaused
    }
    ... on ServiceError {
      errorCode
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateAgentMutation, UpdateAgentMutationVariables>;
export const AgentTransferOutDocument = new TypedDocumentString(`
    mutation AgentTransferOut($input: TransferInput!, $key: String) {
  agentTransferOut(input: $input, idempotencyKey: $key) {
    __typename
    ... on AgentAction {
      id
      status
      transaction {
        id
        status
      }
      approvalReason {
        rule
        threshold
        requested
      }
    }
    ... on PolicyViolationError {
      rule
      limit
      requested
      used
      reserved
      limitCurrency {
        code
      }
    }
    ... on ServiceError {
      errorCode
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<AgentTransferOutMutation, AgentTransferOutMutationVariables>;
export const SubmitTransferOutDocument = new TypedDocumentString(`
    mutation SubmitTransferOut($input: TransferInput!) {
  response: agentTransferOut(input: $input) {
    __typename
    ...ActionState
    ... on PolicyViolationError {
      rule
      limit
      requested
      used
      reserved
    }
    ... on ServiceError {
      errorCode
      reason
    }
  }
}
    fragment ActionState on AgentAction {
  id
  type
  status
  decidedBy
  rejectionReason
  failureReason
  quote {
    id
    status
  }
  transaction {
    id
    status
    failureReason
    agent {
      id
    }
  }
  approvalReason {
    rule
    threshold
    requested
    currency {
      code
    }
  }
}`) as unknown as TypedDocumentString<SubmitTransferOutMutation, SubmitTransferOutMutationVariables>;
export const SubmitTransferInDocument = new TypedDocumentString(`
    mutation SubmitTransferIn($input: TransferInput!) {
  response: agentTransferIn(input: $input) {
    __typename
    ...ActionState
    ... on PolicyViolationError {
      rule
      limit
      requested
      used
      reserved
    }
    ... on ServiceError {
      errorCode
      reason
    }
  }
}
    fragment ActionState on AgentAction {
  id
  type
  status
  decidedBy
  rejectionReason
  failureReason
  quote {
    id
    status
  }
  transaction {
    id
    status
    failureReason
    agent {
      id
    }
  }
  approvalReason {
    rule
    threshold
    requested
    currency {
      code
    }
  }
}`) as unknown as TypedDocumentString<SubmitTransferInMutation, SubmitTransferInMutationVariables>;
export const SubmitQuoteDocument = new TypedDocumentString(`
    mutation SubmitQuote($quoteId: ID!) {
  response: agentExecuteQuote(quoteId: $quoteId) {
    __typename
    ...ActionState
    ... on PolicyViolationError {
      rule
      limit
      requested
      used
      reserved
    }
    ... on ServiceError {
      errorCode
      reason
    }
  }
}
    fragment ActionState on AgentAction {
  id
  type
  status
  decidedBy
  rejectionReason
  failureReason
  quote {
    id
    status
  }
  transaction {
    id
    status
    failureReason
    agent {
      id
    }
  }
  approvalReason {
    rule
    threshold
    requested
    currency {
      code
    }
  }
}`) as unknown as TypedDocumentString<SubmitQuoteMutation, SubmitQuoteMutationVariables>;
export const AgentCreateQuoteDocument = new TypedDocumentString(`
    mutation AgentCreateQuote($input: CreateQuoteInput!) {
  response: agentCreateQuote(input: $input) {
    __typename
    ... on Quote {
      id
      totalSendingAmount
    }
    ... on PolicyViolationError {
      rule
      limit
      requested
      used
      reserved
    }
    ... on InvalidInputError {
      fields {
        path
        message
      }
    }
    ... on ServiceError {
      errorCode
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<AgentCreateQuoteMutation, AgentCreateQuoteMutationVariables>;
export const ApproveActionDocument = new TypedDocumentString(`
    mutation ApproveAction($id: ID!) {
  response: approveAgentAction(id: $id) {
    __typename
    ...ActionState
    ... on ServiceError {
      errorCode
      reason
    }
  }
}
    fragment ActionState on AgentAction {
  id
  type
  status
  decidedBy
  rejectionReason
  failureReason
  quote {
    id
    status
  }
  transaction {
    id
    status
    failureReason
    agent {
      id
    }
  }
  approvalReason {
    rule
    threshold
    requested
    currency {
      code
    }
  }
}`) as unknown as TypedDocumentString<ApproveActionMutation, ApproveActionMutationVariables>;
export const RejectActionDocument = new TypedDocumentString(`
    mutation RejectAction($id: ID!, $reason: String) {
  response: rejectAgentAction(id: $id, reason: $reason) {
    __typename
    ...ActionState
    ... on ServiceError {
      errorCode
      reason
    }
  }
}
    fragment ActionState on AgentAction {
  id
  type
  status
  decidedBy
  rejectionReason
  failureReason
  quote {
    id
    status
  }
  transaction {
    id
    status
    failureReason
    agent {
      id
    }
  }
  approvalReason {
    rule
    threshold
    requested
    currency {
      code
    }
  }
}`) as unknown as TypedDocumentString<RejectActionMutation, RejectActionMutationVariables>;
export const ActionNowDocument = new TypedDocumentString(`
    query ActionNow($id: ID!) {
  agentAction(id: $id) {
    ...ActionState
    agent {
      usage {
        dailyTransactionCount
        dailySpend
        monthlySpend
        reserved {
          transactionCount
          dailySpend
          monthlySpend
        }
      }
    }
  }
}
    fragment ActionState on AgentAction {
  id
  type
  status
  decidedBy
  rejectionReason
  failureReason
  quote {
    id
    status
  }
  transaction {
    id
    status
    failureReason
    agent {
      id
    }
  }
  approvalReason {
    rule
    threshold
    requested
    currency {
      code
    }
  }
}`) as unknown as TypedDocumentString<ActionNowQuery, ActionNowQueryVariables>;
export const AgentInboxDocument = new TypedDocumentString(`
    query AgentInbox($status: [AgentActionStatus!]) {
  eventCursor
  agentActions(first: 100, filter: {status: $status, sortOrder: ASC}) {
    totalCount
    nodes {
      id
      status
      agent {
        id
        name
      }
      customer {
        id
      }
      transferDetails {
        amount
        currency
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AgentInboxQuery, AgentInboxQueryVariables>;
export const ApproveAgentActionDocument = new TypedDocumentString(`
    mutation ApproveAgentAction($id: ID!) {
  approveAgentAction(id: $id) {
    __typename
    ... on AgentAction {
      id
      status
      decidedBy
      failureReason
      transaction {
        id
        status
      }
    }
    ... on ServiceError {
      errorCode
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<ApproveAgentActionMutation, ApproveAgentActionMutationVariables>;
export const CreateAccessTokenDocument = new TypedDocumentString(`
    mutation CreateAccessToken($input: CreateAccessTokenInput!) {
  createAccessToken(input: $input) {
    __typename
    ... on AccessTokenCreated {
      id
      accessToken
      expiresAt
    }
    ... on InvalidInputError {
      fields {
        path
        message
      }
    }
    ... on ServiceError {
      errorCode
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<CreateAccessTokenMutation, CreateAccessTokenMutationVariables>;
export const RevokeAccessTokenDocument = new TypedDocumentString(`
    mutation RevokeAccessToken($id: ID!) {
  revokeAccessToken(id: $id) {
    __typename
    ... on Deleted {
      deletedId
    }
    ... on ServiceError {
      errorCode
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeAccessTokenMutation, RevokeAccessTokenMutationVariables>;
export const ViewerDocument = new TypedDocumentString(`
    query Viewer {
  viewer {
    __typename
    ... on Platform {
      id
      permissions
    }
    ... on Agent {
      id
      name
      isPaused
      policy {
        permissions
      }
      usage {
        dailyTransactionCount
        reserved {
          transactionCount
        }
      }
      customer {
        id
      }
    }
    ... on AccessTokenHolder {
      scopes
      restrictedTo {
        id
      }
      platform {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const CreateCustomerDocument = new TypedDocumentString(`
    mutation CreateCustomer($input: CreateCustomerInput!, $key: String) {
  createCustomer(input: $input, idempotencyKey: $key) {
    __typename
    ... on Customer {
      id
      umaAddress
      currencies
      kycStatus
      kybStatus
      internalAccounts {
        id
        type
        balance {
          amount
          currency {
            code
          }
        }
      }
    }
    ... on InvalidInputError {
      fields {
        path
        message
      }
    }
    ... on ServiceError {
      errorCode
      httpStatus
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<CreateCustomerMutation, CreateCustomerMutationVariables>;
export const CreateExternalAccountDocument = new TypedDocumentString(`
    mutation CreateExternalAccount($input: CreateExternalAccountInput!, $key: String) {
  createExternalAccount(input: $input, idempotencyKey: $key) {
    __typename
    ... on ExternalAccount {
      id
      status
      beneficiaryVerificationStatus
      beneficiaryVerifiedData
      defaultUmaDepositAccount
    }
    ... on InvalidInputError {
      fields {
        path
        message
      }
    }
    ... on ServiceError {
      errorCode
      httpStatus
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<CreateExternalAccountMutation, CreateExternalAccountMutationVariables>;
export const FundAccountDocument = new TypedDocumentString(`
    mutation FundAccount($accountId: ID!, $amount: Amount!, $key: String) {
  sandboxFundAccount(accountId: $accountId, amount: $amount, idempotencyKey: $key) {
    __typename
    ... on InternalAccount {
      id
      balance {
        amount
      }
      availableBalance {
        amount
      }
    }
    ... on InvalidInputError {
      fields {
        path
        message
      }
    }
    ... on ServiceError {
      errorCode
      httpStatus
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<FundAccountMutation, FundAccountMutationVariables>;
export const TransferOutDocument = new TypedDocumentString(`
    mutation TransferOut($input: TransferInput!, $key: String) {
  transferOut(input: $input, idempotencyKey: $key) {
    __typename
    ... on Transaction {
      id
      status
      failureReason
      refund {
        status
      }
    }
    ... on InvalidInputError {
      fields {
        path
        message
      }
    }
    ... on InsufficientBalanceError {
      available {
        amount
      }
      required {
        amount
      }
    }
    ... on ServiceError {
      errorCode
      httpStatus
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<TransferOutMutation, TransferOutMutationVariables>;
export const TransferInDocument = new TypedDocumentString(`
    mutation TransferIn($input: TransferInput!, $key: String) {
  transferIn(input: $input, idempotencyKey: $key) {
    __typename
    ... on Transaction {
      id
      status
      failureReason
    }
    ... on InvalidInputError {
      fields {
        path
        message
      }
    }
    ... on ServiceError {
      errorCode
      httpStatus
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<TransferInMutation, TransferInMutationVariables>;
export const AccountBalanceDocument = new TypedDocumentString(`
    query AccountBalance($id: ID!) {
  internalAccount(id: $id) {
    balance {
      amount
    }
    availableBalance {
      amount
    }
    ledgerEntries(first: 100) {
      totalCount
      nodes {
        id
        direction
        amount {
          amount
        }
        balanceAfter {
          amount
        }
        description
        transaction {
          id
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AccountBalanceQuery, AccountBalanceQueryVariables>;
export const TransactionTimelineDocument = new TypedDocumentString(`
    query TransactionTimeline($id: ID!) {
  transaction(id: $id) {
    id
    status
    type
    direction
    failureReason
    refund {
      status
      reason
    }
    settledAt
    timeline {
      status
      refundStatus
      occurredAt
    }
  }
}
    `) as unknown as TypedDocumentString<TransactionTimelineQuery, TransactionTimelineQueryVariables>;
export const AdvanceClockDocument = new TypedDocumentString(`
    mutation AdvanceClock($seconds: Int!) {
  sandboxAdvanceClock(seconds: $seconds) {
    __typename
    ... on SandboxClock {
      now
    }
    ... on ServiceError {
      errorCode
    }
  }
}
    `) as unknown as TypedDocumentString<AdvanceClockMutation, AdvanceClockMutationVariables>;
export const LookUpReceiverDocument = new TypedDocumentString(`
    query LookUpReceiver($input: ReceiverLookupInput!) {
  receiverLookup(input: $input) {
    __typename
    ... on ReceiverLookup {
      lookupId
      accountId
      receiverUmaAddress
      expiresAt
      supportedCurrencies {
        currency {
          code
        }
        estimatedExchangeRate
        min
        max
      }
      requiredPayerDataFields {
        name
        mandatory
      }
    }
    ... on InvalidInputError {
      fields {
        path
        message
      }
    }
    ... on ServiceError {
      errorCode
      httpStatus
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<LookUpReceiverQuery, LookUpReceiverQueryVariables>;
export const CreateQuoteDocument = new TypedDocumentString(`
    mutation CreateQuote($input: CreateQuoteInput!, $key: String) {
  createQuote(input: $input, idempotencyKey: $key) {
    __typename
    ... on Quote {
      id
      status
      source {
        type
        account {
          __typename
        }
        customer {
          id
        }
        currency {
          code
        }
      }
      destination {
        type
        account {
          __typename
        }
        umaAddress
        paymentRail
        currency {
          code
        }
      }
      sendingCurrency {
        code
      }
      receivingCurrency {
        code
      }
      totalSendingAmount
      totalReceivingAmount
      exchangeRate
      feesIncluded
      rateDetails {
        serviceApiVariableFeeRate
        serviceApiVariableFeeAmount
        serviceApiFixedFee
      }
      paymentInstructions {
        accountOrWalletInfo {
          accountType
          reference
          payloadToSign
        }
      }
      createdAt
      expiresAt
      transaction {
        id
        status
        quote {
          id
        }
      }
    }
    ... on InvalidInputError {
      fields {
        path
        message
      }
    }
    ... on ServiceError {
      errorCode
      httpStatus
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<CreateQuoteMutation, CreateQuoteMutationVariables>;
export const ExecuteQuoteDocument = new TypedDocumentString(`
    mutation ExecuteQuote($quoteId: ID!, $signature: String, $key: String) {
  executeQuote(quoteId: $quoteId, signature: $signature, idempotencyKey: $key) {
    __typename
    ... on Transaction {
      id
      status
      quote {
        id
        status
      }
    }
    ... on SignedRequestChallenge {
      payloadToSign
      requestId
      expiresAt
      credentialType
    }
    ... on QuoteExpiredError {
      expiredAt
    }
    ... on InsufficientBalanceError {
      available {
        amount
      }
      required {
        amount
      }
    }
    ... on InvalidInputError {
      fields {
        path
        message
      }
    }
    ... on ServiceError {
      errorCode
      httpStatus
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<ExecuteQuoteMutation, ExecuteQuoteMutationVariables>;
export const QuoteNowDocument = new TypedDocumentString(`
    query QuoteNow($id: ID!) {
  quote(id: $id) {
    id
    status
    transaction {
      id
      status
      direction
      sentAmount {
        amount
        currency {
          code
        }
      }
      receivedAmount {
        amount
        currency {
          code
        }
      }
      exchangeRate
      fees
      failureReason
      refund {
        status
        reason
      }
      reconciliationInstructions {
        reference
      }
      timeline {
        status
        refundStatus
        occurredAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<QuoteNowQuery, QuoteNowQueryVariables>;
export const SandboxSendDocument = new TypedDocumentString(`
    mutation SandboxSend($quoteId: ID!, $currencyCode: String!, $currencyAmount: Amount) {
  sandboxSend(
    quoteId: $quoteId
    currencyCode: $currencyCode
    currencyAmount: $currencyAmount
  ) {
    __typename
    ... on Transaction {
      id
      status
      failureReason
    }
    ... on QuoteExpiredError {
      expiredAt
    }
    ... on InvalidInputError {
      fields {
        path
        message
      }
    }
    ... on ServiceError {
      errorCode
      httpStatus
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<SandboxSendMutation, SandboxSendMutationVariables>;
export const ReceiveUmaDocument = new TypedDocumentString(`
    mutation ReceiveUma($input: SandboxReceiveUmaInput!) {
  sandboxReceiveUma(input: $input) {
    __typename
    ... on Transaction {
      id
      status
      type
      receivedAmount {
        amount
      }
    }
    ... on InvalidInputError {
      fields {
        path
        message
      }
    }
    ... on ServiceError {
      errorCode
      httpStatus
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<ReceiveUmaMutation, ReceiveUmaMutationVariables>;
export const ApproveTransactionDocument = new TypedDocumentString(`
    mutation ApproveTransaction($id: ID!, $info: StringMap) {
  approveTransaction(id: $id, receiverCustomerInfo: $info) {
    __typename
    ... on Transaction {
      id
      status
    }
    ... on ServiceError {
      errorCode
      httpStatus
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<ApproveTransactionMutation, ApproveTransactionMutationVariables>;
export const RejectTransactionDocument = new TypedDocumentString(`
    mutation RejectTransaction($id: ID!, $reason: String) {
  rejectTransaction(id: $id, reason: $reason) {
    __typename
    ... on Transaction {
      id
      status
      timeline {
        status
        note
      }
    }
    ... on ServiceError {
      errorCode
      httpStatus
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<RejectTransactionMutation, RejectTransactionMutationVariables>;
export const RatesDocument = new TypedDocumentString(`
    query Rates($source: String, $destinations: [String!], $amount: Amount) {
  exchangeRates(
    sourceCurrency: $source
    destinationCurrencies: $destinations
    sendingAmount: $amount
  ) {
    sourceCurrency {
      code
    }
    destinationCurrency {
      code
    }
    destinationPaymentRail
    sendingAmount
    receivingAmount
    minSendingAmount
    maxSendingAmount
    exchangeRate
    fixedFee
    updatedAt
  }
}
    `) as unknown as TypedDocumentString<RatesQuery, RatesQueryVariables>;
export const InstitutionsDocument = new TypedDocumentString(`
    query Institutions($country: String, $currency: String) {
  paymentInstitutions(country: $country, currency: $currency) {
    bankName
    displayName
    country
    currency
  }
}
    `) as unknown as TypedDocumentString<InstitutionsQuery, InstitutionsQueryVariables>;
export const TransactionUpdatesDocument = new TypedDocumentString(`
    subscription TransactionUpdates($transactionId: ID, $customerId: ID, $accountId: ID, $after: String) {
  transactionUpdated(
    transactionId: $transactionId
    customerId: $customerId
    accountId: $accountId
    after: $after
  ) {
    cursor
    previousStatus
    status
    refundStatus
    transaction {
      id
      status
    }
  }
}
    `) as unknown as TypedDocumentString<TransactionUpdatesSubscription, TransactionUpdatesSubscriptionVariables>;
export const EventCursorDocument = new TypedDocumentString(`
    query EventCursor {
  eventCursor
}
    `) as unknown as TypedDocumentString<EventCursorQuery, EventCursorQueryVariables>;
export const CreateTokenToDeleteDocument = new TypedDocumentString(`
    mutation CreateTokenToDelete {
  createApiToken(input: {name: "short-lived", permissions: [VIEW]}) {
    __typename
    ... on ApiTokenCreated {
      token {
        id
        clientId
      }
      clientSecret
    }
  }
}
    `) as unknown as TypedDocumentString<CreateTokenToDeleteMutation, CreateTokenToDeleteMutationVariables>;
export const DeleteTokenOfStreamsDocument = new TypedDocumentString(`
    mutation DeleteTokenOfStreams($tokenId: ID!) {
  deleteApiToken(id: $tokenId) {
    __typename
  }
}
    `) as unknown as TypedDocumentString<DeleteTokenOfStreamsMutation, DeleteTokenOfStreamsMutationVariables>;
export const NextCustomersDocument = new TypedDocumentString(`
    query NextCustomers($after: String) {
  customers(first: 1, after: $after) {
    nodes {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<NextCustomersQuery, NextCustomersQueryVariables>;