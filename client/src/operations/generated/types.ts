/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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
  readonly aedAccount: AedAccountInput; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never;   /** Details of a BASE_WALLET account, for USDC. */
  readonly baseWallet: BaseWalletInput; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never;   /** Details of a BDT_ACCOUNT account, for BDT. */
  readonly bdtAccount: BdtAccountInput; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never;   /** Details of a BRL_ACCOUNT account, for BRL. */
  readonly brlAccount: BrlAccountInput; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never;   /** Details of a BWP_ACCOUNT account, for BWP. */
  readonly bwpAccount: BwpAccountInput; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never;   /** Details of a CAD_ACCOUNT account, for CAD. */
  readonly cadAccount: CadAccountInput; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never;   /** Details of a COP_ACCOUNT account, for COP. */
  readonly copAccount: CopAccountInput; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never;   /** Details of a DKK_ACCOUNT account, for DKK. */
  readonly dkkAccount: DkkAccountInput; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never;   /** Details of a EGP_ACCOUNT account, for EGP. */
  readonly egpAccount: EgpAccountInput; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never;   /** Details of a ETHEREUM_WALLET account, for USDC. */
  readonly ethereumWallet: EthereumWalletInput; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never;   /** Details of a EUR_ACCOUNT account, for EUR. */
  readonly eurAccount: EurAccountInput; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never;   /** Details of a GBP_ACCOUNT account, for GBP. */
  readonly gbpAccount: GbpAccountInput; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never;   /** Details of a GHS_ACCOUNT account, for GHS. */
  readonly ghsAccount: GhsAccountInput; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never;   /** Details of a GTQ_ACCOUNT account, for GTQ. */
  readonly gtqAccount: GtqAccountInput; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never;   /** Details of a HKD_ACCOUNT account, for HKD. */
  readonly hkdAccount: HkdAccountInput; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never;   /** Details of a HTG_ACCOUNT account, for HTG. */
  readonly htgAccount: HtgAccountInput; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never;   /** Details of a IDR_ACCOUNT account, for IDR. */
  readonly idrAccount: IdrAccountInput; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never;   /** Details of a INR_ACCOUNT account, for INR. */
  readonly inrAccount: InrAccountInput; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never;   /** Details of a JMD_ACCOUNT account, for JMD. */
  readonly jmdAccount: JmdAccountInput; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never;   /** Details of a KES_ACCOUNT account, for KES. */
  readonly kesAccount: KesAccountInput; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never;   /** Details of a LIGHTNING account, for BTC. */
  readonly lightning: LightningInput; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never;   /** Details of a MWK_ACCOUNT account, for MWK. */
  readonly mwkAccount: MwkAccountInput; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never;   /** Details of a MXN_ACCOUNT account, for MXN. */
  readonly mxnAccount: MxnAccountInput; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never;   /** Details of a MYR_ACCOUNT account, for MYR. */
  readonly myrAccount: MyrAccountInput; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never;   /** Details of a NGN_ACCOUNT account, for NGN. */
  readonly ngnAccount: NgnAccountInput; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never;   /** Details of a PHP_ACCOUNT account, for PHP. */
  readonly phpAccount: PhpAccountInput; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never;   /** Details of a PKR_ACCOUNT account, for PKR. */
  readonly pkrAccount: PkrAccountInput; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never;   /** Details of a POLYGON_WALLET account, for USDC. */
  readonly polygonWallet: PolygonWalletInput; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never;   /** Details of a RWF_ACCOUNT account, for RWF. */
  readonly rwfAccount: RwfAccountInput; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never;   /** Details of a SGD_ACCOUNT account, for SGD. */
  readonly sgdAccount: SgdAccountInput; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never;   /** Details of a SLV_ACCOUNT account, for USD. */
  readonly slvAccount: SlvAccountInput; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never;   /** Details of a SOLANA_WALLET account, for USDC, USDT. */
  readonly solanaWallet: SolanaWalletInput; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never;   /** Details of a SPARK_WALLET account, for BTC. */
  readonly sparkWallet: SparkWalletInput; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never;   /** Details of a SWIFT_ACCOUNT account, for any fiat currency. */
  readonly swiftAccount: SwiftAccountInput; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never;   /** Details of a THB_ACCOUNT account, for THB. */
  readonly thbAccount: ThbAccountInput; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never;   /** Details of a TRON_WALLET account, for USDT. */
  readonly tronWallet: TronWalletInput; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never;   /** Details of a TZS_ACCOUNT account, for TZS. */
  readonly tzsAccount: TzsAccountInput; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never;   /** Details of a UGX_ACCOUNT account, for UGX. */
  readonly ugxAccount: UgxAccountInput; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never;   /** Details of a USD_ACCOUNT account, for USD. */
  readonly usdAccount: UsdAccountInput; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never;   /** Details of a VND_ACCOUNT account, for VND. */
  readonly vndAccount: VndAccountInput; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never;   /** Details of a XAF_ACCOUNT account, for XAF. */
  readonly xafAccount: XafAccountInput; readonly xofAccount?: never; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never;   /** Details of a XOF_ACCOUNT account, for XOF. */
  readonly xofAccount: XofAccountInput; readonly zarAccount?: never; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never;   /** Details of a ZAR_ACCOUNT account, for ZAR. */
  readonly zarAccount: ZarAccountInput; readonly zmwAccount?: never; }
  |  { readonly aedAccount?: never; readonly baseWallet?: never; readonly bdtAccount?: never; readonly brlAccount?: never; readonly bwpAccount?: never; readonly cadAccount?: never; readonly copAccount?: never; readonly dkkAccount?: never; readonly egpAccount?: never; readonly ethereumWallet?: never; readonly eurAccount?: never; readonly gbpAccount?: never; readonly ghsAccount?: never; readonly gtqAccount?: never; readonly hkdAccount?: never; readonly htgAccount?: never; readonly idrAccount?: never; readonly inrAccount?: never; readonly jmdAccount?: never; readonly kesAccount?: never; readonly lightning?: never; readonly mwkAccount?: never; readonly mxnAccount?: never; readonly myrAccount?: never; readonly ngnAccount?: never; readonly phpAccount?: never; readonly pkrAccount?: never; readonly polygonWallet?: never; readonly rwfAccount?: never; readonly sgdAccount?: never; readonly slvAccount?: never; readonly solanaWallet?: never; readonly sparkWallet?: never; readonly swiftAccount?: never; readonly thbAccount?: never; readonly tronWallet?: never; readonly tzsAccount?: never; readonly ugxAccount?: never; readonly usdAccount?: never; readonly vndAccount?: never; readonly xafAccount?: never; readonly xofAccount?: never; readonly zarAccount?: never;   /** Details of a ZMW_ACCOUNT account, for ZMW. */
  readonly zmwAccount: ZmwAccountInput; };

/** Internal accounts that an agent may use, and the rules for them. Replaces the existing value completely. */
export type AccountRestrictionsInput = {
  /** Rules for single accounts, at most one per account and at most 200 in total. */
  readonly accountRules?: ReadonlyArray<AccountRuleInput> | null | undefined;
  /** Accounts that the agent may use, at most 200. Omitted: all accounts of the customer. Empty: none. */
  readonly allowedAccountIds?: ReadonlyArray<string | number> | null | undefined;
};

/** Policy rule for one account. It overrides the defaults. */
export type AccountRuleInput = {
  /** InternalAccount:<uuid> of the agent's customer. */
  readonly accountId: string | number;
  /** Execution mode for the account. Default: the default mode of the policy. */
  readonly executionMode?: AgentExecutionMode | null | undefined;
  /** Maximum amount of one transaction of the account. Default: the limit of the policy. In the smallest unit of the limits' currency. */
  readonly perTransactionLimit?: number | null | undefined;
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

/** Kind of an actor. */
export type ActorKind =
  /** The holder of an access token. */
  | 'ACCESS_TOKEN'
  /** The software of an agent. */
  | 'AGENT'
  /** A caller without a credential, for example with a code or a link. */
  | 'ANONYMOUS'
  /** A back end with an API token. */
  | 'API_TOKEN'
  /** A person who signs in. */
  | 'MEMBER'
  /** An operator, with a command on the server. */
  | 'OPERATOR'
  /** The service itself, for example when it starts for the first time. */
  | 'SYSTEM';

/** Credential to add: exactly one of the fields. */
export type AddCredentialInput =
  {   /** EMAIL_OTP: one-time codes by email. */
  readonly emailOtp: AddEmailOtpInput; readonly oauth?: never; readonly passkey?: never; }
  |  { readonly emailOtp?: never;   /** OAUTH: an OpenID Connect provider. */
  readonly oauth: AddOAuthInput; readonly passkey?: never; }
  |  { readonly emailOtp?: never; readonly oauth?: never;   /** PASSKEY: a passkey. */
  readonly passkey: AddPasskeyInput; };

/** EMAIL_OTP credential. Codes are sent to the email address of the customer record. */
export type AddEmailOtpInput = {
  /** The embedded wallet, InternalAccount:<uuid>. */
  readonly accountId: string | number;
};

/** OAUTH credential: an account at one of the platform's OpenID Connect issuers. */
export type AddOAuthInput = {
  /** The embedded wallet, InternalAccount:<uuid>. */
  readonly accountId: string | number;
  /** ID token, issued at most 60 seconds ago. */
  readonly oidcToken: string;
};

/** PASSKEY credential that the client has just registered with the authenticator. */
export type AddPasskeyInput = {
  /** The embedded wallet, InternalAccount:<uuid>. */
  readonly accountId: string | number;
  /** Registration response of the authenticator. */
  readonly attestation: PasskeyAttestationInput;
  /** Registration challenge: of createPasskeyOptions, or one that your back end issued. Valid for one registration. */
  readonly challenge: string;
  /** Name of the passkey, 1 to 100 letters, digits, spaces and . _ - ' ( ) */
  readonly nickname: string;
};

/** A postal address. */
export type AddressInput = {
  /** City or town. */
  readonly city?: string | null | undefined;
  /** Country, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Street and number, at most 255 characters. */
  readonly line1: string;
  /** Apartment, floor or building. */
  readonly line2?: string | null | undefined;
  /** Postal code, at most 32 characters. */
  readonly postalCode: string;
  /** State or province. */
  readonly state?: string | null | undefined;
};

/** AED_ACCOUNT: an account for AED. */
export type AedAccountInput = {
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** IBAN: AE and 21 digits, without spaces. Must be AE and 21 digits. */
  readonly iban: string;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  readonly swiftCode?: string | null | undefined;
};

/** Filter for agent actions. A record must match all given fields. */
export type AgentActionFilter = {
  /** Agent:<uuid> */
  readonly agentId?: string | number | null | undefined;
  /** Start of the range of creation times, inclusive. */
  readonly createdAfter?: string | null | undefined;
  /** End of the range of creation times, inclusive. */
  readonly createdBefore?: string | null | undefined;
  /** Customer:<uuid> */
  readonly customerId?: string | number | null | undefined;
  /**
   * End of the range of creation times, inclusive.
   * @deprecated Use createdBefore.
   */
  readonly endDate?: string | null | undefined;
  /** Order by creation time. */
  readonly sortOrder?: SortOrder | null | undefined;
  /**
   * Start of the range of creation times, inclusive.
   * @deprecated Use createdAfter.
   */
  readonly startDate?: string | null | undefined;
  /** Any of these statuses. At most 50. */
  readonly status?: ReadonlyArray<AgentActionStatus> | null | undefined;
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

/** Filter for agents. A record must match all given fields. */
export type AgentFilter = {
  /** Start of the range of creation times, inclusive. */
  readonly createdAfter?: string | null | undefined;
  /** End of the range of creation times, inclusive. */
  readonly createdBefore?: string | null | undefined;
  /** Customer:<uuid> */
  readonly customerId?: string | number | null | undefined;
  /** true: only agents with connected software. false: only agents without. */
  readonly isConnected?: boolean | null | undefined;
  /** true: only paused agents. false: only agents that are not paused. */
  readonly isPaused?: boolean | null | undefined;
  /** Start of the range of update times, inclusive. */
  readonly updatedAfter?: string | null | undefined;
  /** End of the range of update times, inclusive. */
  readonly updatedBefore?: string | null | undefined;
};

/** How an operation of an agent runs. */
export type AgentOperationMode =
  /** At once. */
  | 'AUTO'
  /** After a person approves. */
  | 'NEEDS_APPROVAL';

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
  readonly accountRestrictions?: AccountRestrictionsInput | null | undefined;
  /** Approval threshold; omit it for no threshold. */
  readonly approvalThresholds?: ApprovalThresholdsInput | null | undefined;
  /** Execution mode for accounts without an account rule. */
  readonly defaultExecutionMode: AgentExecutionMode;
  /** Permissions of the agent, at most 50. May be empty. */
  readonly permissions: ReadonlyArray<AgentPermission>;
  /** Minimum number of approvals of an action, 1 to 10. It cannot be below what the approval rules of the platform require: the higher number applies. */
  readonly requiredApprovals?: number | null | undefined;
  /** Rules beside the limits; omit it for none. */
  readonly rules?: PolicyRulesInput | null | undefined;
  /** Spending limits. */
  readonly spendingLimits: SpendingLimitsInput;
};

/** Filter of the request log. Requests match all given fields. */
export type ApiRequestFilter = {
  /** Id of the token, the member or the agent, exactly. */
  readonly actorId?: string | null | undefined;
  /** Code of the first error, exactly. */
  readonly errorCode?: string | null | undefined;
  /** Whether the response has an error. */
  readonly failed?: boolean | null | undefined;
  /** Operation, exactly. */
  readonly operation?: string | null | undefined;
  /** Header X-Request-Id, exactly. */
  readonly requestId?: string | null | undefined;
  /** Start of the range of start times, inclusive. */
  readonly startedAfter?: string | null | undefined;
  /** End of the range of start times, inclusive. */
  readonly startedBefore?: string | null | undefined;
};

/** Who is notified of waiting actions. Omitted fields stay unchanged. */
export type ApprovalNotificationsInput = {
  /** Email addresses, at most 20. Replaces the list. */
  readonly emails?: ReadonlyArray<string> | null | undefined;
  /** Whether the people who may approve get an email too. */
  readonly notifyApprovers?: boolean | null | undefined;
  /** URL of a Slack-compatible incoming webhook: https. null removes it. The sandbox also accepts http on localhost. */
  readonly slackWebhookUrl?: string | null | undefined;
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

/** Number of approvals that actions above an amount require. */
export type ApprovalRuleThresholdInput = {
  /** In the smallest unit of `currency`. An action of exactly this amount is not above it. */
  readonly amount: number;
  /** Currency of the account that pays. */
  readonly currency: string;
  /** Required approvals, 1 to 10. */
  readonly requiredApprovals: number;
};

/** Amount above which a person must approve. Replaces the existing value completely. */
export type ApprovalThresholdsInput = {
  /** Threshold in the smallest unit of the currency; omit it for no threshold. */
  readonly amount?: number | null | undefined;
  /** Currency of the amount. */
  readonly currency: string;
};

/** How much worse the price may be if the quote has expired: exactly one of the fields. */
export type ApprovalToleranceInput =
  {   /** Highest sending amount, in the smallest unit of its currency. Only for quotes with a locked receiving amount. */
  readonly maxSendingAmount: number; readonly maxSlippage?: never; }
  |  { readonly maxSendingAmount?: never;   /** Fraction by which the price may be worse for the payer than the figures of the action: 0 to 0.1 with at most 6 decimals, for example "0.01". */
  readonly maxSlippage: string; };

/** Filter of the audit log. Entries match all given fields. */
export type AuditLogFilter = {
  /** Id of the actor, exactly. */
  readonly actorId?: string | null | undefined;
  /** Kind of the actor. */
  readonly actorKind?: ActorKind | null | undefined;
  /** Start of the range of creation times, inclusive. */
  readonly createdAfter?: string | null | undefined;
  /** End of the range of creation times, inclusive. */
  readonly createdBefore?: string | null | undefined;
  /** Mutation or command, exactly. */
  readonly operation?: string | null | undefined;
  /** Id of the record, exactly. */
  readonly recordId?: string | null | undefined;
  /** Type of the record, for example `Agent`. */
  readonly recordType?: string | null | undefined;
  /** Id of the request, exactly. */
  readonly requestId?: string | null | undefined;
};

/** The platform's own account at a bank. ISO20022 needs iban and bic; NACHA needs routingNumber, accountNumber and companyId. */
export type BankAccountInput = {
  /** Account number, at most 17 characters. */
  readonly accountNumber?: string | null | undefined;
  /** NACHA: whether each batch has an entry to this account. Some banks require it. */
  readonly balancedBatches?: boolean | null | undefined;
  /** Name of the bank, 1 to 35 characters. */
  readonly bankName?: string | null | undefined;
  /** BIC of the bank, 8 or 11 characters. */
  readonly bic?: string | null | undefined;
  /** NACHA: company identification, 1 to 10 letters and digits. */
  readonly companyId?: string | null | undefined;
  /** SEPA creditor identifier, for direct debits. */
  readonly creditorId?: string | null | undefined;
  /** IBAN without spaces. */
  readonly iban?: string | null | undefined;
  /** NACHA: immediate destination, nine digits. Default: routingNumber. */
  readonly immediateDestination?: string | null | undefined;
  /** NACHA: immediate origin, 1 to 10 letters and digits, or a blank before 1 to 9 of them. Default: companyId. */
  readonly immediateOrigin?: string | null | undefined;
  /** Legal name of the account holder, 1 to 70 characters. */
  readonly name: string;
  /** Routing number, nine digits. */
  readonly routingNumber?: string | null | undefined;
};

/** Type of bank account. */
export type BankAccountType =
  /** Checking account. */
  | 'CHECKING'
  /** Savings account. */
  | 'SAVINGS';

/** Why no record explains an entry. */
export type BankBreakKind =
  /** The amount differs from that of the payment that it names. */
  | 'AMOUNT_DIFFERS'
  /** The bank had rejected the payment, and it was refunded. */
  | 'BOOKED_AFTER_REJECTION'
  /** The bank booked the payment again. */
  | 'BOOKED_TWICE'
  /** It names a payment that is in no file that was sent. */
  | 'NOT_SENT'
  /** A direct debit came back after its money was credited. */
  | 'RETURNED_DEBIT'
  /** No payment and no fee explains the debit. */
  | 'UNKNOWN_DEBIT';

/** Business days of a bank. */
export type BankCalendar =
  /** Days of the Federal Reserve Banks. */
  | 'FEDWIRE'
  /** Days of the TARGET system of the euro area. */
  | 'TARGET'
  /** Monday to Friday. */
  | 'WEEKDAYS';

/** Filter for bank connections. */
export type BankConnectionFilter = {
  /** Status of the connection. */
  readonly status?: BankConnectionStatus | null | undefined;
};

/** Status of a bank connection. */
export type BankConnectionStatus =
  /** Its files are exchanged. */
  | 'ACTIVE'
  /** It exchanges no files. It cannot be opened again. */
  | 'CLOSED';

/** When waiting payments are put into files. */
export type BankCutOffsInput = {
  /** Business days of the bank. */
  readonly calendar: BankCalendar;
  /** Time zone, for example Europe/Berlin. */
  readonly timeZone: string;
  /** Local times of the form HH:MM, 1 to 24. */
  readonly times: ReadonlyArray<string>;
};

/** Filter for bank entries. A record must match all given fields. */
export type BankEntryFilter = {
  /** Booking day of the bank. */
  readonly bookedOn?: string | null | undefined;
  /** BankConnection:<uuid> */
  readonly connectionId?: string | number | null | undefined;
  /** true: only breaks that are not resolved. */
  readonly isOpenBreak?: boolean | null | undefined;
  /** What the entry was booked as. */
  readonly kind?: BankEntryKind | null | undefined;
  /** BankStatement:<uuid> */
  readonly statementId?: string | number | null | undefined;
};

/** What an entry was booked as. */
export type BankEntryKind =
  /** No record explains it. */
  | 'BREAK'
  /** The deposit of an account or a quote. */
  | 'DEPOSIT'
  /** A fee or interest of the bank. */
  | 'FEE'
  /** A payment of the platform was executed. */
  | 'PAYMENT'
  /** A payment of the platform came back. */
  | 'RETURN'
  /** A credit that no account matched. */
  | 'UNMATCHED_DEPOSIT';

/** How the service signs in to an SFTP server. */
export type BankExchangeAuthentication =
  /** Password. */
  | 'PASSWORD'
  /** Private key. */
  | 'PRIVATE_KEY';

/** How files are exchanged. SFTP needs host, username, hostKeyFingerprint, path, and password or privateKey. S3 needs region, bucket, accessKeyId and secretAccessKey. A secret that is omitted in an update of the same kind stays. */
export type BankExchangeInput = {
  /** S3: id of the access key. */
  readonly accessKeyId?: string | null | undefined;
  /** S3: bucket. */
  readonly bucket?: string | null | undefined;
  /** S3: URL of the service. Default: that of the region. */
  readonly endpoint?: string | null | undefined;
  /** SFTP: name of the server. */
  readonly host?: string | null | undefined;
  /** SFTP: SHA-256 fingerprint of the host key, in base64. Another host is not trusted. */
  readonly hostKeyFingerprint?: string | null | undefined;
  /** How. */
  readonly kind: BankExchangeKind;
  /** SFTP: password. Stored encrypted, never returned. */
  readonly password?: string | null | undefined;
  /** SFTP: folder with `outbox`, `inbox` and `archive`. */
  readonly path?: string | null | undefined;
  /** SFTP: port, 1 to 65535. Default: 22. */
  readonly port?: number | null | undefined;
  /** S3: start of the keys of all files. */
  readonly prefix?: string | null | undefined;
  /** SFTP: private key in PEM. Stored encrypted, never returned. */
  readonly privateKey?: string | null | undefined;
  /** S3: region. */
  readonly region?: string | null | undefined;
  /** S3: secret key. Stored encrypted, never returned. */
  readonly secretAccessKey?: string | null | undefined;
  /** SFTP: user name, 1 to 100 characters. */
  readonly username?: string | null | undefined;
};

/** How files are exchanged. */
export type BankExchangeKind =
  /** In a folder of the server. */
  | 'FOLDER'
  /** In a bucket of an object storage with the S3 protocol. */
  | 'S3'
  /** On an SFTP server. */
  | 'SFTP';

/** Direction of a file. */
export type BankFileDirection =
  /** From the bank. */
  | 'IN'
  /** To the bank. */
  | 'OUT';

/** Filter for bank files. A record must match all given fields. */
export type BankFileFilter = {
  /** BankConnection:<uuid> */
  readonly connectionId?: string | number | null | undefined;
  /** Direction of the file. */
  readonly direction?: BankFileDirection | null | undefined;
  /** Status of the file. */
  readonly status?: BankFileStatus | null | undefined;
};

/** Kind of a file. */
export type BankFileKind =
  /** Entries of the current day. */
  | 'CAMT_052'
  /** A statement. */
  | 'CAMT_053'
  /** Notifications of entries. */
  | 'CAMT_054'
  /** ACH payments. */
  | 'NACHA'
  /** Returned ACH payments, and notifications of change. */
  | 'NACHA_RETURNS'
  /** Credit transfers. */
  | 'PAIN_001'
  /** Statuses of payments. */
  | 'PAIN_002'
  /** Direct debits. */
  | 'PAIN_008';

/** Status of a file. */
export type BankFileStatus =
  /** To the bank: the bank accepted it. */
  | 'ACCEPTED'
  /** To the bank: a person cancelled it before it was sent. Its payments failed. */
  | 'CANCELLED'
  /** From the bank: it could not be used, and a person has dismissed it. Nothing of it is booked. */
  | 'DISMISSED'
  /** To the bank: two persons must release it, because of its total or because it could not be written. */
  | 'IN_REVIEW'
  /** To the bank: the bank rejected some of its payments. */
  | 'PARTIALLY_ACCEPTED'
  /** From the bank: it cannot be used. Nothing of it is booked. */
  | 'QUARANTINED'
  /** To the bank: the next exchange sends it. */
  | 'READY'
  /** From the bank: it is stored, and is read next. */
  | 'RECEIVED'
  /** From the bank: its entries and reports are recorded. */
  | 'RECORDED'
  /** To the bank: the bank rejected it. Its payments failed. */
  | 'REJECTED'
  /** To the bank: the bank can read it. */
  | 'SENT'
  /** To the bank: it has a temporary name there. */
  | 'STAGED';

/** Files that the bank exchanges. */
export type BankFormat =
  /** pain.001 and pain.008 to the bank; pain.002 and camt.052, camt.053 and camt.054 from it. */
  | 'ISO20022'
  /** ACH files of banks in the United States, and camt statements. */
  | 'NACHA';

/** What a payment does to the account of the counterparty. */
export type BankPaymentDirection =
  /** Credits it. */
  | 'CREDIT'
  /** Debits it: a direct debit. */
  | 'DEBIT';

/** Status of a payment at a bank. */
export type BankPaymentStatus =
  /** An entry of a statement executed it. */
  | 'CONFIRMED'
  /** In a file that is sent next, or was sent. */
  | 'IN_FILE'
  /** The bank rejected it, or its file was cancelled. It was not executed. */
  | 'REJECTED'
  /** It came back. */
  | 'RETURNED'
  /** For the next file. */
  | 'WAITING';

/** How the payments of a file are sent. */
export type BankServiceLevel =
  /** As ACH payments. */
  | 'ACH'
  /** As cross-border credit transfers. */
  | 'CROSS_BORDER'
  /** As SEPA payments. */
  | 'SEPA'
  /** As instant SEPA credit transfers. They do not wait for a cut-off. */
  | 'SEPA_INSTANT';

/** BASE_WALLET: an account for USDC. */
export type BaseWalletInput = {
  /** Address of the wallet on Base. Must be 1 to 255 printable characters without spaces. */
  readonly address: string;
};

/** BDT_ACCOUNT: an account for BDT. */
export type BdtAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  readonly accountNumber?: string | null | undefined;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Number of the bank branch. Must be 5 digits. */
  readonly branchCode?: string | null | undefined;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  readonly phoneNumber?: string | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  readonly swiftCode?: string | null | undefined;
};

/** Role of a person in a business. */
export type BeneficialOwnerRole =
  /** Company officer. */
  | 'COMPANY_OFFICER'
  /** Person who controls the business, independent of ownership. */
  | 'CONTROL_PERSON'
  /** Director. */
  | 'DIRECTOR'
  /** General partner. */
  | 'GENERAL_PARTNER'
  /** Trustee. */
  | 'TRUSTEE'
  /** Ultimate beneficial owner. */
  | 'UBO';

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
  readonly business: BusinessBeneficiaryInput; readonly individual?: never; }
  |  { readonly business?: never;   /** The holder is a person. */
  readonly individual: IndividualBeneficiaryInput; };

/** Type of beneficiary. */
export type BeneficiaryType =
  /** A company. */
  | 'BUSINESS'
  /** A person. */
  | 'INDIVIDUAL';

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
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** PIX key of the type in `pixKeyType`. Must be 1 to 77 characters without a space at either end. */
  readonly pixKey: string;
  /** Type of the PIX key. Must be one of CPF, CNPJ, EMAIL, PHONE, RANDOM. */
  readonly pixKeyType: PixKeyType;
  /** Tax number of the account holder (CPF or CNPJ), digits only. Must be 11 to 14 digits. */
  readonly taxId: string;
};

/** A company that holds the account. */
export type BusinessBeneficiaryInput = {
  /** Postal address. */
  readonly address?: AddressInput | null | undefined;
  /** Country of residence, ISO 3166-1 alpha-2. */
  readonly countryOfResidence?: string | null | undefined;
  /** Email address. */
  readonly email?: string | null | undefined;
  /** Registered name, at most 255 characters. */
  readonly legalName: string;
  /** Phone number in E.164 format. */
  readonly phoneNumber?: string | null | undefined;
  /** Registration number in the commercial register. */
  readonly registrationNumber?: string | null | undefined;
  /** Tax number. */
  readonly taxId?: string | null | undefined;
};

/** Company data of a business customer. legalName is required the first time. */
export type BusinessInfoInput = {
  /** Industry sector, for example INFORMATION. */
  readonly businessType?: string | null | undefined;
  /** Country of incorporation, ISO 3166-1 alpha-2. */
  readonly country?: string | null | undefined;
  /** Trading name. */
  readonly doingBusinessAs?: string | null | undefined;
  /** Legal form: SOLE_PROPRIETORSHIP, PARTNERSHIP, LLC, CORPORATION, S_CORPORATION, NON_PROFIT or OTHER. */
  readonly entityType?: string | null | undefined;
  /** Date of incorporation. */
  readonly incorporatedOn?: string | null | undefined;
  /** Registered name. */
  readonly legalName?: string | null | undefined;
  /** Registration number in the commercial register. */
  readonly registrationNumber?: string | null | undefined;
  /** Tax number. */
  readonly taxId?: string | null | undefined;
};

/** BWP_ACCOUNT: an account for BWP. */
export type BwpAccountInput = {
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  readonly phoneNumber: string;
  /** Mobile money operator. Must be 1 to 255 characters without a space at either end. */
  readonly provider: string;
};

/** CAD_ACCOUNT: an account for CAD. */
export type CadAccountInput = {
  /** Account number at the bank. Must be 7 to 12 digits. */
  readonly accountNumber: string;
  /** Institution number of the bank. Must be 3 digits. */
  readonly bankCode: string;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Number of the bank branch. Must be 5 digits. */
  readonly branchCode: string;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
};

/** COP_ACCOUNT: an account for COP. */
export type CopAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  readonly accountNumber?: string | null | undefined;
  /** Type of the bank account. Must be one of CHECKING, SAVINGS. */
  readonly bankAccountType?: BankAccountType | null | undefined;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  readonly bankName?: string | null | undefined;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  readonly phoneNumber?: string | null | undefined;
};

/** Counterparty data that the platform requests for payments in a currency. */
export type CounterpartyFieldInput = {
  /** Whether the platform requires the field. */
  readonly mandatory: boolean;
  /** Key in counterpartyInformation. */
  readonly name: PartyFact;
};

/** Input of createAccessToken. */
export type CreateAccessTokenInput = {
  /** The only customer whose records the token can access, Customer:<uuid>. Required with WALLET. */
  readonly customerId?: string | number | null | undefined;
  /** Scopes of the token, at least one and at most 50. */
  readonly scopes: ReadonlyArray<AccessTokenScope>;
  /** Name of the token holder, shown as decidedBy. At most 255 characters. */
  readonly subject?: string | null | undefined;
  /** Lifetime in seconds, 60 to 3600. Default: 900. */
  readonly ttlSeconds?: number | null | undefined;
};

/** Input of createAgent. */
export type CreateAgentInput = {
  /** Customer that the agent acts for, Customer:<uuid>. */
  readonly customerId: string | number;
  /** Name of the agent, 1 to 100 characters. */
  readonly name: string;
  /** What the agent may do. */
  readonly policy: AgentPolicyInput;
};

/** Input of createApiToken. */
export type CreateApiTokenInput = {
  /** Name that describes the purpose of the token, 1 to 100 characters. */
  readonly name: string;
  /** Permissions, at least one and at most 50. The calling token must have all of them. */
  readonly permissions: ReadonlyArray<Permission>;
};

/** Input of createBankConnection. */
export type CreateBankConnectionInput = {
  /** The account at the bank. */
  readonly account: BankAccountInput;
  /** Currency of the account, one of the platform. NACHA: USD. */
  readonly currency: string;
  /** When waiting payments are put into files. */
  readonly cutOffs: BankCutOffsInput;
  /** How files are exchanged. Default: FOLDER. */
  readonly exchange?: BankExchangeInput | null | undefined;
  /** Files of the bank. */
  readonly format: BankFormat;
  /** Maximum number of payments of one file, 1 to 100000. Default: 100000. */
  readonly maxPaymentsPerFile?: number | null | undefined;
  /** Name of the connection, 1 to 100 characters. */
  readonly name: string;
  /** Balance of the account before the first statement, in the smallest unit. Default: 0. */
  readonly openingBalance?: number | null | undefined;
  /** SEPA direct debits: days from the request to the collection, at least, 0 to 30. Default: 14. */
  readonly preNotificationDays?: number | null | undefined;
  /** A file with a larger total, and a decision on a larger deposit, need two persons. In the smallest unit. Default: no limit. In an update, null removes the limit. */
  readonly reviewAbove?: number | null | undefined;
  /** Numbers that the bank reserved. Each active account in the currency gets the next one. Default: none. In an update, null removes the range; accounts keep their numbers. */
  readonly virtualIbanRange?: VirtualIbanRangeInput | null | undefined;
};

/** Input of createBeneficialOwner. */
export type CreateBeneficialOwnerInput = {
  /** The business, Customer:<uuid>. */
  readonly customerId: string | number;
  /** Share of the business in percent, 0 to 100. The sum for all owners of a business is at most 100. */
  readonly ownershipPercentage: number;
  /** Personal data. */
  readonly personalInfo: PersonalInfoInput;
  /** Roles in the business, at least one and at most 50. */
  readonly roles: ReadonlyArray<BeneficialOwnerRole>;
};

/** Input of createCustomer. Default for currencies: the currencies of the region, USDC and USDB. */
export type CreateCustomerInput = {
  /** Residential address of a person, or registered address of a business. */
  readonly address?: AddressInput | null | undefined;
  /** Date of birth, in the past. */
  readonly birthDate?: string | null | undefined;
  /** Company data. Only for a business. */
  readonly businessInfo?: BusinessInfoInput | null | undefined;
  /** Currency codes, at most 100. The service opens one account for each currency. */
  readonly currencies?: ReadonlyArray<string> | null | undefined;
  /** Type of the customer. */
  readonly customerType: CustomerType;
  /** Email address. One-time codes are sent to it. */
  readonly email?: string | null | undefined;
  /** Full name, at most 255 characters. */
  readonly fullName?: string | null | undefined;
  /** Nationality, ISO 3166-1 alpha-2. */
  readonly nationality?: string | null | undefined;
  /** The platform's own id of the customer, 1 to 255 characters. */
  readonly platformCustomerId?: string | null | undefined;
  /** Region, ISO 3166-1 alpha-2. It cannot be changed later. */
  readonly region?: string | null | undefined;
  /** UMA address, $name@domain. Generated if omitted. */
  readonly umaAddress?: string | null | undefined;
};

/** Input of createExternalAccount. Without customerId the platform owns the account. */
export type CreateExternalAccountInput = {
  /** Account details. */
  readonly accountInfo: AccountInfoInput;
  /** Currency code. The account type must support the currency. */
  readonly currency: string;
  /** Owner, Customer:<uuid>. Omit it for an account of the platform. An agent may omit it: the owner is its customer. */
  readonly customerId?: string | number | null | undefined;
  /** Deposits incoming UMA payments of the customer to this account instead of the previous default. */
  readonly defaultUmaDepositAccount?: boolean | null | undefined;
  /** The platform's own id of the account, 1 to 255 characters. */
  readonly platformAccountId?: string | null | undefined;
};

/** Input of createInvitation. */
export type CreateInvitationInput = {
  /** Amount to show, in the smallest unit of the inviter's first currency. */
  readonly amountToSend?: number | null | undefined;
  /** Expiry time, in the future. Omitted: the invitation does not expire. */
  readonly expiresAt?: string | null | undefined;
  /** First name of the inviter, at most 100 characters. */
  readonly firstName?: string | null | undefined;
  /** UMA address of the customer who invites. */
  readonly inviterUma: string;
};

/** Input of createMember. */
export type CreateMemberInput = {
  /** Email address that receives sign-in links, unique among the members of the platform. Giving it to a member grants its owner all roles of the member. */
  readonly email: string;
  /** Name, shown as decidedBy, 1 to 100 characters. */
  readonly name: string;
  /** Roles, VIEW included, at most 50. The caller needs each role that it grants; an API token with TRANSACT can grant APPROVE. */
  readonly roles: ReadonlyArray<MemberRole>;
};

/** Input of createQuote. */
export type CreateQuoteInput = {
  /** Memo, at most 255 characters. */
  readonly description?: string | null | undefined;
  /** Destination of the payment. */
  readonly destination: QuoteDestinationInput;
  /** Executes the quote immediately. Not allowed for deposits and for embedded wallets. */
  readonly immediatelyExecute?: boolean | null | undefined;
  /** Amount in the smallest unit of the locked currency, 1 to 9000000000000000. */
  readonly lockedCurrencyAmount: number;
  /** Side whose amount lockedCurrencyAmount fixes. */
  readonly lockedCurrencySide: LockedCurrencySide;
  /** Receiver look-up, Lookup:<uuid>. Required for a UMA address. */
  readonly lookupId?: string | number | null | undefined;
  /** Purpose of the payment. Required by some countries. */
  readonly purposeOfPayment?: PurposeOfPayment | null | undefined;
  /** Sandbox only: outcome of the payment. Default: the outcome that the counterparty selects. An error in production. */
  readonly sandboxOutcome?: SandboxOutcome | null | undefined;
  /** Payer data that the receiver look-up requires and the customer record does not contain, for example {"FULL_NAME": "..."}. */
  readonly senderCustomerInfo?: Record<string, string> | null | undefined;
  /** Source of the payment. */
  readonly source: QuoteSourceInput;
};

/** Type of a credential of a wallet. */
export type CredentialType =
  /** One-time code sent by email. */
  | 'EMAIL_OTP'
  /** ID token of an OpenID Connect provider. */
  | 'OAUTH'
  /** A passkey. */
  | 'PASSKEY';

/** A currency to enable. For a new currency the service opens accounts for all existing customers. */
export type CurrencyConfigInput = {
  /** Code of a supported currency. */
  readonly currencyCode: string;
  /** Payment directions, at least one and at most 50. Omitted: unchanged, or both for a new currency. */
  readonly enabledTransactionTypes?: ReadonlyArray<TransactionType> | null | undefined;
  /** Maximum amount of one payment, in the smallest unit of the currency. */
  readonly maxAmount: number;
  /** Minimum amount of one payment, at least 1, in the smallest unit of the currency. */
  readonly minAmount: number;
  /** Counterparty data to request, at most 50. Replaces the list. Omitted: unchanged, or empty for a new currency. */
  readonly requiredCounterpartyFields?: ReadonlyArray<CounterpartyFieldInput> | null | undefined;
};

/** Filter for customers. A record must match all given fields. */
export type CustomerFilter = {
  /** Start of the range of creation times, inclusive. */
  readonly createdAfter?: string | null | undefined;
  /** End of the range of creation times, inclusive. */
  readonly createdBefore?: string | null | undefined;
  /** Customers that have this currency. */
  readonly currency?: string | null | undefined;
  /** Type of the customer. */
  readonly customerType?: CustomerType | null | undefined;
  /** Whether the list includes deleted customers. */
  readonly includeDeleted?: boolean | null | undefined;
  /** The platform's own id. Several customers can have the same id. */
  readonly platformCustomerId?: string | null | undefined;
  /** Words of the name, the email address, the platform's own id or the UMA address. Each word may be the start of a word. At most 100 characters and 5 words; without case and accents. Deleted customers are not found. */
  readonly query?: string | null | undefined;
  /** Region, ISO 3166-1 alpha-2. */
  readonly region?: string | null | undefined;
  /** UMA address. Not case-sensitive. */
  readonly umaAddress?: string | null | undefined;
  /** Start of the range of update times, inclusive. */
  readonly updatedAfter?: string | null | undefined;
  /** End of the range of update times, inclusive. */
  readonly updatedBefore?: string | null | undefined;
};

/** Filter of imports. Imports match all given fields. */
export type CustomerImportFilter = {
  /** Only dry runs, or only imports that are none. */
  readonly dryRun?: boolean | null | undefined;
  /** Status of the import. */
  readonly status?: CustomerImportStatus | null | undefined;
};

/** Format of a file with customers. */
export type CustomerImportFormat =
  /** Comma-separated values with a header. */
  | 'CSV'
  /** On each line a JSON object with the fields of CreateCustomerInput. */
  | 'NDJSON';

/** Status of an import of customers. */
export type CustomerImportStatus =
  /** All rows are processed, and at least one was imported. */
  | 'COMPLETED'
  /** The import ended, and no row was imported. */
  | 'FAILED'
  /** No row is processed yet. */
  | 'PENDING'
  /** Some rows are processed. */
  | 'PROCESSING';

/** Type of customer. */
export type CustomerType =
  /** A company. */
  | 'BUSINESS'
  /** A person. */
  | 'INDIVIDUAL';

/** Decision about a match with a sanctions list. */
export type DecideScreeningMatchInput = {
  /** Reason of the decision, 1 to 1000 characters. */
  readonly comment: string;
  /** The decision. */
  readonly decision: ScreeningDecision;
  /** ScreeningMatch:<uuid> */
  readonly matchId: string | number;
};

/** Decision of a reviewer about a verification. */
export type DecideVerificationInput = {
  /** New status: APPROVED, REJECTED, RESOLVE_ERRORS or PENDING_MANUAL_REVIEW. */
  readonly decision: VerificationOutcome;
  /** Internal note, at most 1000 characters. It is stored with the decision and never returned. */
  readonly note?: string | null | undefined;
  /** Problems to resolve or reasons for the rejection, at most 100. Required with RESOLVE_ERRORS. */
  readonly problems?: ReadonlyArray<VerificationProblemInput> | null | undefined;
  /** The verification, Verification:<uuid>. Its status must be IN_PROGRESS or PENDING_MANUAL_REVIEW. */
  readonly verificationId: string | number;
};

/** DKK_ACCOUNT: an account for DKK. */
export type DkkAccountInput = {
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** IBAN: DK and 16 digits, without spaces. Must be DK and 16 digits. */
  readonly iban: string;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  readonly swiftCode?: string | null | undefined;
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
  readonly accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  readonly bankName: string;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** IBAN: EG and 27 digits, without spaces. Must be EG and 27 digits. */
  readonly iban?: string | null | undefined;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  readonly swiftCode?: string | null | undefined;
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

/** A withdrawal. A crypto currency requires cryptoNetwork and destinationAddress; a fiat currency has neither. */
export type EstimateWithdrawalFeeInput = {
  /** Amount to withdraw with its fees, in the smallest unit of the currency. */
  readonly amount: number;
  /** Network of the transfer: SOLANA, ETHEREUM, BASE, POLYGON, SPARK, LIGHTNING or BITCOIN. Required for a crypto currency. */
  readonly cryptoNetwork?: string | null | undefined;
  /** Currency of the account. */
  readonly currency: string;
  /** Address on the network, at most 255 characters. */
  readonly destinationAddress?: string | null | undefined;
  /** InternalAccount:<uuid>, the source. */
  readonly internalAccountId: string | number;
};

/** ETHEREUM_WALLET: an account for USDC. */
export type EthereumWalletInput = {
  /** Address of the wallet on Ethereum. Must be 1 to 255 printable characters without spaces. */
  readonly address: string;
};

/** EUR_ACCOUNT: an account for EUR. */
export type EurAccountInput = {
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** International bank account number, without spaces. Must be an IBAN of 15 to 34 characters without spaces. */
  readonly iban: string;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  readonly swiftCode?: string | null | undefined;
};

/** Filter for events. An event must match all given fields. */
export type EventFilter = {
  /** Events of the customer and of its transactions, accounts, actions and verifications. */
  readonly customerId?: string | number | null | undefined;
  /** Any of these kinds. At most 50. */
  readonly kinds?: ReadonlyArray<EventKind> | null | undefined;
  /** The resource that changed: a global id, or the code of an invitation. */
  readonly resourceId?: string | number | null | undefined;
};

/** Kind of an event: its `type` with underscores, because enum values have no dots. */
export type EventKind =
  /** Agent action approved. */
  | 'AGENT_ACTION_APPROVED'
  /** Agent action expired. */
  | 'AGENT_ACTION_EXPIRED'
  /** Agent action pending approval. */
  | 'AGENT_ACTION_PENDING_APPROVAL'
  /** Agent action rejected. */
  | 'AGENT_ACTION_REJECTED'
  /** Bulk upload completed. */
  | 'BULK_UPLOAD_COMPLETED'
  /** Bulk upload failed. */
  | 'BULK_UPLOAD_FAILED'
  /** Customer kyb approved. */
  | 'CUSTOMER_KYB_APPROVED'
  /** Customer kyb pending. */
  | 'CUSTOMER_KYB_PENDING'
  /** Customer kyb rejected. */
  | 'CUSTOMER_KYB_REJECTED'
  /** Customer kyc approved. */
  | 'CUSTOMER_KYC_APPROVED'
  /** Customer kyc pending. */
  | 'CUSTOMER_KYC_PENDING'
  /** Customer kyc rejected. */
  | 'CUSTOMER_KYC_REJECTED'
  /** Incoming payment completed. */
  | 'INCOMING_PAYMENT_COMPLETED'
  /** Incoming payment failed. */
  | 'INCOMING_PAYMENT_FAILED'
  /** Incoming payment pending. */
  | 'INCOMING_PAYMENT_PENDING'
  /** Internal account balance updated. */
  | 'INTERNAL_ACCOUNT_BALANCE_UPDATED'
  /** Internal account status updated. */
  | 'INTERNAL_ACCOUNT_STATUS_UPDATED'
  /** Invitation claimed. */
  | 'INVITATION_CLAIMED'
  /** Outgoing payment completed. */
  | 'OUTGOING_PAYMENT_COMPLETED'
  /** Outgoing payment expired. */
  | 'OUTGOING_PAYMENT_EXPIRED'
  /** Outgoing payment failed. */
  | 'OUTGOING_PAYMENT_FAILED'
  /** Outgoing payment pending. */
  | 'OUTGOING_PAYMENT_PENDING'
  /** Outgoing payment processing. */
  | 'OUTGOING_PAYMENT_PROCESSING'
  /** Outgoing payment refund completed. */
  | 'OUTGOING_PAYMENT_REFUND_COMPLETED'
  /** Outgoing payment refund failed. */
  | 'OUTGOING_PAYMENT_REFUND_FAILED'
  /** Outgoing payment refund pending. */
  | 'OUTGOING_PAYMENT_REFUND_PENDING'
  /** Test. */
  | 'TEST'
  /** Verification approved. */
  | 'VERIFICATION_APPROVED'
  /** Verification in progress. */
  | 'VERIFICATION_IN_PROGRESS'
  /** Verification pending manual review. */
  | 'VERIFICATION_PENDING_MANUAL_REVIEW'
  /** Verification ready for verification. */
  | 'VERIFICATION_READY_FOR_VERIFICATION'
  /** Verification rejected. */
  | 'VERIFICATION_REJECTED'
  /** Verification resolve errors. */
  | 'VERIFICATION_RESOLVE_ERRORS';

/** Order of the event log. */
export type EventOrder =
  /** The latest event first. */
  | 'NEWEST_FIRST'
  /** In the order of subscriptions and webhooks. */
  | 'OLDEST_FIRST';

/** Meaning of an amount. */
export type ExplanationAmountName =
  /** Posted balance of the account directly after the posting. */
  | 'BALANCE_AFTER'
  /** Amount of the entry of the bank, which can contain more than this payment. */
  | 'BOOKED'
  /** What the action counts against the limits of the agent. */
  | 'CHARGE'
  /** Fixed fee of the counterparty, in the receiving currency. */
  | 'COUNTERPARTY_FEE'
  /** Credited to the account. */
  | 'CREDITED'
  /** Debited from the account. */
  | 'DEBITED'
  /** All fees, in the sending currency. */
  | 'FEES'
  /** Sum of all payments of the file. */
  | 'FILE_TOTAL'
  /** Fixed fee, part of the fees. */
  | 'FIXED_FEE'
  /** Reserved amount. */
  | 'HELD'
  /** Credited to the destination. */
  | 'RECEIVED'
  /** Returned to the source. */
  | 'REFUNDED'
  /** Debited from the source, fees included. */
  | 'SENT'
  /** Variable fee, part of the fees. */
  | 'VARIABLE_FEE';

/** Kind of a step. */
export type ExplanationStepKind =
  /** The decision of the platform on the incoming payment. */
  | 'APPROVAL_DECIDED'
  /** The platform had to approve the incoming payment. */
  | 'APPROVAL_REQUESTED'
  /** The bank reported the payment, its return or the deposit on a statement. */
  | 'BANK_ENTRY_BOOKED'
  /** The payment went into a file for the bank. */
  | 'BANK_FILE_MADE'
  /** A bank was to execute the payment. */
  | 'BANK_PAYMENT_CREATED'
  /** The bank rejected or returned the payment. */
  | 'BANK_PAYMENT_FAILED'
  /** The decision on the action of the agent. */
  | 'DECIDED'
  /** The reserved amount was debited. */
  | 'HOLD_CAPTURED'
  /** An amount was reserved. */
  | 'HOLD_PLACED'
  /** The reserved amount is available again. */
  | 'HOLD_RELEASED'
  /** What the policy of the agent said, with its rules and limits. */
  | 'POLICY_CHECKED'
  /** An account was debited or credited. */
  | 'POSTED'
  /** The quote: rate, fees and each division that rounds. */
  | 'QUOTED'
  /** The refund started, was paid or failed. */
  | 'REFUND_CHANGED'
  /** Who requested the payment. */
  | 'REQUESTED'
  /** The status of the transaction changed. */
  | 'STATUS_CHANGED'
  /** An approver voted on the action of the agent. */
  | 'VOTED'
  /** A webhook about the payment, with its attempts. */
  | 'WEBHOOK_DELIVERED';

/** What a step means. */
export type ExplanationStepOutcome =
  /** Something failed, or was rejected. */
  | 'FAILED'
  /** Neither good nor bad. */
  | 'NEUTRAL'
  /** Something succeeded. */
  | 'SUCCEEDED'
  /** Something is still open. */
  | 'WAITING';

/** Filter for external accounts. A record must match all given fields. */
export type ExternalAccountFilter = {
  /** Currency code. */
  readonly currency?: string | null | undefined;
  /** Owner, Customer:<uuid>. Use platformOwned for the platform's own accounts. */
  readonly customerId?: string | number | null | undefined;
  /** true: only accounts of the platform. false: only accounts of customers. */
  readonly platformOwned?: boolean | null | undefined;
};

/** Look-up of an external account. Default for the payer: the owner of the account. */
export type ExternalAccountLookupInput = {
  /** ExternalAccount:<uuid> */
  readonly accountId: string | number;
  /** The paying customer, Customer:<uuid>. */
  readonly senderCustomerId?: string | number | null | undefined;
  /** UMA address of the paying customer. */
  readonly senderUmaAddress?: string | null | undefined;
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
  readonly accountNumber: string;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Sort code of the bank branch, digits only. Must be 6 digits. */
  readonly sortCode: string;
};

/** GHS_ACCOUNT: an account for GHS. */
export type GhsAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  readonly accountNumber?: string | null | undefined;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  readonly phoneNumber?: string | null | undefined;
};

/** GTQ_ACCOUNT: an account for GTQ. */
export type GtqAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  readonly accountNumber: string;
  /** Type of the bank account. Must be one of CHECKING, SAVINGS. */
  readonly bankAccountType: BankAccountType;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
};

/** HKD_ACCOUNT: an account for HKD. */
export type HkdAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  readonly accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  readonly bankName: string;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  readonly swiftCode: string;
};

/** Status of a hold. */
export type HoldStatus =
  /** The amount was debited. */
  | 'CAPTURED'
  /** The amount is reserved: it is in the balance, and not available. */
  | 'PLACED'
  /** The amount is available again. Nothing was debited. */
  | 'RELEASED';

/** HTG_ACCOUNT: an account for HTG. */
export type HtgAccountInput = {
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  readonly phoneNumber: string;
};

/** Type of a person's identifier. */
export type IdentificationType =
  /** United States employer number. */
  | 'EIN'
  /** United States individual taxpayer number. */
  | 'ITIN'
  /** Tax number of another country, given in countryOfIssuance. */
  | 'NON_US_TAX_ID'
  /** United States social security number. */
  | 'SSN';

/** IDR_ACCOUNT: an account for IDR. */
export type IdrAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  readonly accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  readonly bankName: string;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Phone number of the account holder: +62 and 9 to 12 digits. Must be +62 and 9 to 12 digits. */
  readonly phoneNumber: string;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  readonly swiftCode: string;
};

/** A person who holds the account. Which fields are required in addition to the name depends on the account type. */
export type IndividualBeneficiaryInput = {
  /** Postal address. */
  readonly address?: AddressInput | null | undefined;
  /** Date of birth, in the past. */
  readonly birthDate?: string | null | undefined;
  /** Country of residence, ISO 3166-1 alpha-2. */
  readonly countryOfResidence?: string | null | undefined;
  /** Number of the identity document. Only for account types that use it. */
  readonly documentNumber?: string | null | undefined;
  /** Type of the identity document. Only for account types that use it. */
  readonly documentType?: BeneficiaryDocumentType | null | undefined;
  /** Email address. */
  readonly email?: string | null | undefined;
  /** Full name, at most 255 characters. */
  readonly fullName: string;
  /** Nationality, ISO 3166-1 alpha-2. */
  readonly nationality?: string | null | undefined;
  /** Phone number in E.164 format. */
  readonly phoneNumber?: string | null | undefined;
  /** Registration number. Only for account types that use it. */
  readonly registrationNumber?: string | null | undefined;
};

/** INR_ACCOUNT: an account for INR. */
export type InrAccountInput = {
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** UPI virtual payment address, for example `name@bank`. Must be a UPI address of the form name@bank. */
  readonly vpa: string;
};

/** Filter for internal accounts. A record must match all given fields. */
export type InternalAccountFilter = {
  /** Currency code. */
  readonly currency?: string | null | undefined;
  /** Customer:<uuid> */
  readonly customerId?: string | number | null | undefined;
  /** Type of the account. */
  readonly type?: InternalAccountType | null | undefined;
};

/** Status of an internal account. Only an ACTIVE account can send or receive money. */
export type InternalAccountStatus =
  /** The account is open. */
  | 'ACTIVE'
  /** The account is closed permanently. */
  | 'CLOSED'
  /** The account is suspended temporarily. */
  | 'FROZEN'
  /** The account is being opened. */
  | 'PENDING';

/** Type of internal account. */
export type InternalAccountType =
  /** Embedded wallet of a customer: a payment from it requires a signature. */
  | 'EMBEDDED_WALLET'
  /** Balance in a crypto currency. */
  | 'INTERNAL_CRYPTO'
  /** Balance in a fiat currency. */
  | 'INTERNAL_FIAT';

/** Status of an invitation. */
export type InvitationStatus =
  /** The platform of the inviter cancelled the invitation. */
  | 'CANCELLED'
  /** The invitation was claimed. */
  | 'CLAIMED'
  /** The invitation was not claimed in time. */
  | 'EXPIRED'
  /** The invitation can be claimed. */
  | 'PENDING';

/** JMD_ACCOUNT: an account for JMD. */
export type JmdAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  readonly accountNumber: string;
  /** Type of the bank account. Must be one of CHECKING, SAVINGS. */
  readonly bankAccountType: BankAccountType;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Number of the bank branch. Must be 5 digits. */
  readonly branchCode: string;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
};

/** KES_ACCOUNT: an account for KES. */
export type KesAccountInput = {
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: +254 and 9 digits. Must be +254 and 9 digits. */
  readonly phoneNumber: string;
  /** Mobile money operator, for example M-PESA. Must be 1 to 255 characters without a space at either end. */
  readonly provider: string;
};

/** LIGHTNING: an account for BTC. */
export type LightningInput = {
  /** BOLT 12 offer. It can be paid several times. Must be a BOLT 12 offer. */
  readonly bolt12?: string | null | undefined;
  /** BOLT 11 invoice. It can be paid once. Must be a BOLT 11 invoice. */
  readonly invoice?: string | null | undefined;
  /** Lightning address, for example `name@wallet.example`. Must be a Lightning address of the form name@domain. */
  readonly lightningAddress?: string | null | undefined;
};

/** Side of a quote whose amount lockedCurrencyAmount fixes. */
export type LockedCurrencySide =
  /** The amount credited to the beneficiary. */
  | 'RECEIVING'
  /** The total amount debited from the payer, including fees. */
  | 'SENDING';

/** Role of a member. No role includes another. */
export type MemberRole =
  /** Approve and reject actions of agents, and decide about bank files, deposits and breaks. */
  | 'APPROVE'
  /** Change customers, accounts, settings, API tokens, members and agents. */
  | 'MANAGE'
  /** Send payments and decide about payments. */
  | 'TRANSACT'
  /** Read all records. Every member has it. */
  | 'VIEW';

/** MWK_ACCOUNT: an account for MWK. */
export type MwkAccountInput = {
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  readonly phoneNumber: string;
  /** Mobile money operator, for example AIRTEL, TNM. Must be 1 to 255 characters without a space at either end. */
  readonly provider: string;
};

/** MXN_ACCOUNT: an account for MXN. */
export type MxnAccountInput = {
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** CLABE: the standardised Mexican bank account number. Must be 18 digits. */
  readonly clabeNumber: string;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
};

/** MYR_ACCOUNT: an account for MYR. */
export type MyrAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  readonly accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  readonly bankName: string;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  readonly swiftCode: string;
};

/** NGN_ACCOUNT: an account for NGN. */
export type NgnAccountInput = {
  /** Account number at the bank. Must be 10 digits. */
  readonly accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  readonly bankName: string;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
};

/** An OpenID Connect issuer whose tokens the platform accepts as credentials. */
export type OidcIssuerInput = {
  /** Accepted audiences, at least one and at most 50. */
  readonly audiences: ReadonlyArray<string>;
  /** Issuer: https URL, equal to the claim `iss` of its tokens. The sandbox also accepts http on localhost. */
  readonly issuer: string;
};

/** Settings of one-time codes. Omitted fields stay unchanged. */
export type OtpConfigInput = {
  /** Whether codes contain letters. */
  readonly alphanumeric?: boolean | null | undefined;
  /** Lifetime of a code in seconds, 1 to 86400. */
  readonly expirationSeconds?: number | null | undefined;
  /** Code length, 4 to 12 characters. */
  readonly length?: number | null | undefined;
};

/** Field of personal or company data about a party of a payment. */
export type PartyFact =
  /** Account identifier. */
  | 'ACCOUNT_IDENTIFIER'
  /** Birth date. */
  | 'BIRTH_DATE'
  /** Business type. */
  | 'BUSINESS_TYPE'
  /** Company legal name. */
  | 'COMPANY_LEGAL_NAME'
  /** Country of residence. */
  | 'COUNTRY_OF_RESIDENCE'
  /** Email. */
  | 'EMAIL'
  /** Fi address. */
  | 'FI_ADDRESS'
  /** Fi legal entity name. */
  | 'FI_LEGAL_ENTITY_NAME'
  /** Full name. */
  | 'FULL_NAME'
  /** Identifier. */
  | 'IDENTIFIER'
  /** Nationality. */
  | 'NATIONALITY'
  /** Phone number. */
  | 'PHONE_NUMBER'
  /** Postal address. */
  | 'POSTAL_ADDRESS'
  /** Purpose of payment. */
  | 'PURPOSE_OF_PAYMENT'
  /** Registration number. */
  | 'REGISTRATION_NUMBER'
  /** Tax id. */
  | 'TAX_ID'
  /** Ultimate institution country. */
  | 'ULTIMATE_INSTITUTION_COUNTRY'
  /** User type. */
  | 'USER_TYPE';

/** Type of a source or destination. */
export type PartyType =
  /** An internal or external account. */
  | 'ACCOUNT'
  /** A deposit that funds the payment. */
  | 'REALTIME_FUNDING'
  /** A UMA address. */
  | 'UMA_ADDRESS';

/** Assertion: response of the authenticator from navigator.credentials.get(). */
export type PasskeyAssertionInput = {
  /** authenticatorData */
  readonly authenticatorData: string;
  /** clientDataJSON */
  readonly clientDataJson: string;
  /** rawId */
  readonly credentialId: string;
  /** Signature in DER encoding. */
  readonly signature: string;
  /** userHandle. The service ignores it. */
  readonly userHandle?: string | null | undefined;
};

/** Registration response of the authenticator, from navigator.credentials.create(). ES256, with user verification. */
export type PasskeyAttestationInput = {
  /** attestationObject with format none or packed. */
  readonly attestationObject: string;
  /** clientDataJSON */
  readonly clientDataJson: string;
  /** rawId */
  readonly credentialId: string;
  /** Result of getTransports(): usb, nfc, ble, internal, hybrid. At most 10. */
  readonly transports?: ReadonlyArray<string> | null | undefined;
};

/** Passkey settings. Replaces both values. */
export type PasskeyConfigInput = {
  /** Origins: 1 to 50 https origins or android:apk-key-hash:<hash>. The sandbox also accepts http://localhost, with a port for one port only. */
  readonly origins: ReadonlyArray<string>;
  /** Relying party id: a domain in lower case. The sandbox also accepts localhost. */
  readonly rpId: string;
};

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

/** Personal data of a beneficial owner. A new owner requires firstName, lastName, birthDate, nationality, address, idType and identifier. */
export type PersonalInfoInput = {
  /** Residential address. */
  readonly address?: AddressInput | null | undefined;
  /** Date of birth, in the past. */
  readonly birthDate?: string | null | undefined;
  /** Country that issued the identifier, ISO 3166-1 alpha-2. Required with NON_US_TAX_ID. */
  readonly countryOfIssuance?: string | null | undefined;
  /** Email address. */
  readonly email?: string | null | undefined;
  /** First name, at most 255 characters. */
  readonly firstName?: string | null | undefined;
  /** Type of the identifier. */
  readonly idType?: IdentificationType | null | undefined;
  /** Identifier, at most 64 characters. */
  readonly identifier?: string | null | undefined;
  /** Last name, at most 255 characters. */
  readonly lastName?: string | null | undefined;
  /** Middle name, at most 255 characters. */
  readonly middleName?: string | null | undefined;
  /** Nationality, ISO 3166-1 alpha-2. */
  readonly nationality?: string | null | undefined;
  /** Phone number in E.164 format. */
  readonly phoneNumber?: string | null | undefined;
};

/** PHP_ACCOUNT: an account for PHP. */
export type PhpAccountInput = {
  /** Account number at the bank. Must be 8 to 16 digits. */
  readonly accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  readonly bankName: string;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
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
  readonly accountNumber?: string | null | undefined;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  readonly bankName?: string | null | undefined;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** IBAN: PK and 2 digits, 4 letters and 16 digits, without spaces. Must be PK and 2 digits, 4 letters and 16 digits. */
  readonly iban?: string | null | undefined;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  readonly phoneNumber?: string | null | undefined;
};

/** Fees that a platform sets. An omitted fee is the one of the deployment. */
export type PlatformFeesInput = {
  /** Fee of the counterparty, in the smallest unit of the receiving currency. */
  readonly counterpartyFixed?: number | null | undefined;
  /** Fixed fee, in the smallest unit of the sending currency. */
  readonly fixed?: number | null | undefined;
  /** Part of the total sending amount. A fraction from 0 to below 1 with at most 8 decimals, as text: "0.004". */
  readonly variableRate?: string | null | undefined;
};

/** Mode of a platform. */
export type PlatformMode =
  /** For real payments: all checks are enforced. */
  | 'PRODUCTION'
  /** For tests: magic values select the results, and no real money moves. */
  | 'SANDBOX';

/** Days and hours in a time zone. A window ends on the day on which it starts; `to` is not included. */
export type PolicyAllowedTimesInput = {
  /** Name of the IANA time zone database, for example Europe/Berlin. */
  readonly timeZone: string;
  /** The windows, 1 to 14. */
  readonly windows: ReadonlyArray<PolicyTimeWindowInput>;
};

/** A pair of currencies. */
export type PolicyCorridorInput = {
  /** Currency that the payee receives. */
  readonly receiving: string;
  /** Currency of the account that pays. */
  readonly sending: string;
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
  readonly allowedCorridors?: ReadonlyArray<PolicyCorridorInput> | null | undefined;
  /** Accounts and UMA addresses that the agent may pay, or pull money from, at most 200. Replaces the list. */
  readonly allowedCounterparties?: ReadonlyArray<string> | null | undefined;
  /** Days and hours in a time zone at which the agent may submit payments. Replaces the existing value completely. */
  readonly allowedTimes?: PolicyAllowedTimesInput | null | undefined;
  /** Minutes without submissions after a person rejected an action of the agent, 1 to 10080. */
  readonly cooldownMinutes?: number | null | undefined;
  /** Maximum number of actions within 60 seconds, 1 to 1000. */
  readonly maxActionsPerMinute?: number | null | undefined;
  /** Maximum share of the available balance of the account that pays, as a decimal of at most 1, with at most 6 decimals: "0.25". */
  readonly maxBalanceShare?: string | null | undefined;
  /** Whether a person must approve each payment with a counterparty until one of its payments was approved. */
  readonly onlyApprovedCounterparties?: boolean | null | undefined;
  /** Whether every payment needs a description. */
  readonly requireDescription?: boolean | null | undefined;
};

/** Hours on some days. */
export type PolicyTimeWindowInput = {
  /** Days of the window, at most 50. */
  readonly days: ReadonlyArray<Weekday>;
  /** Start, HH:MM. */
  readonly from: string;
  /** End, HH:MM, not included. 24:00 is the end of the day. It must be after from. */
  readonly to: string;
};

/** What a policy says about a submission of an agent. */
export type PolicyVerdict =
  /** The policy does not permit it. */
  | 'REJECT'
  /** It is executed at once. */
  | 'RUN'
  /** A person must approve it. */
  | 'WAIT';

/** POLYGON_WALLET: an account for USDC. */
export type PolygonWalletInput = {
  /** Address of the wallet on Polygon. Must be 1 to 255 printable characters without spaces. */
  readonly address: string;
};

/** What a division of a price gives. */
export type PriceRoundingName =
  /** Fixed fee of the counterparty in the sending currency. */
  | 'COUNTERPARTY_FEE'
  /** What must remain after fees so that the receiving amount arrives. */
  | 'NET_AMOUNT'
  /** What arrives of the sending amount after fees. */
  | 'RECEIVING_AMOUNT'
  /** Smallest total that leaves the net amount after fees. */
  | 'SENDING_AMOUNT'
  /** Variable fee: sending amount times rate. */
  | 'VARIABLE_FEE';

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
  readonly accountId: string | number;
  /** Customer:<uuid>. The owner of the account, or for an account of the platform the customer that it pays for. */
  readonly customerId?: string | number | null | undefined;
  /** Payment rail, one of the rails of the external account. */
  readonly paymentRail?: PaymentRail | null | undefined;
};

/** Destination of a payment: exactly one of the fields. */
export type QuoteDestinationInput =
  {   /** Account to credit. */
  readonly account: QuoteAccountInput; readonly umaAddress?: never; }
  |  { readonly account?: never;   /** UMA address to pay. */
  readonly umaAddress: UmaDestinationInput; };

/** Source of a payment: exactly one of the fields. */
export type QuoteSourceInput =
  {   /** Account to debit. */
  readonly account: QuoteAccountInput; readonly realtimeFunding?: never; }
  |  { readonly account?: never;   /** Deposit that funds the payment. */
  readonly realtimeFunding: RealtimeFundingInput; };

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

/** Spread and fees of payments from one currency to another. */
export type RateCorridorInput = {
  /** Fees of the corridor. */
  readonly fees?: PlatformFeesInput | null | undefined;
  /** Currency that is received. */
  readonly receiving: string;
  /** Currency that is sent. */
  readonly sending: string;
  /** A fraction from 0 to below 1 with at most 8 decimals, as text: "0.004". Omitted: the general spread. Not within one currency, whose rate is 1. */
  readonly spread?: string | null | undefined;
};

/** A deposit to the payment instructions of the quote. */
export type RealtimeFundingInput = {
  /** Network of the deposit: SOLANA, ETHEREUM, BASE, POLYGON, SPARK, LIGHTNING or BITCOIN. Required for a stablecoin. */
  readonly cryptoNetwork?: string | null | undefined;
  /** Currency of the deposit. */
  readonly currency: string;
  /** Payer, Customer:<uuid>. Default: the platform. */
  readonly customerId?: string | number | null | undefined;
};

/** The receiver to look up: exactly one of the fields. */
export type ReceiverLookupInput =
  {   /** An external account. */
  readonly externalAccount: ExternalAccountLookupInput; readonly uma?: never; }
  |  { readonly externalAccount?: never;   /** A UMA address. */
  readonly uma: UmaLookupInput; };

/** What is not reconciled. */
export type ReconciliationBreakKind =
  /** A statement does not start with the balance of the one before. */
  | 'BALANCE_GAP'
  /** The bank sent a statement again with other contents. */
  | 'CONFLICTING_STATEMENT'
  /** The ledger has another balance than the statement. */
  | 'LEDGER_DIFFERS'
  /** Entries are not booked yet. */
  | 'NOT_BOOKED'
  /** The bank skipped the number of a statement. */
  | 'NUMBER_GAP'
  /** A deposit is neither assigned nor returned. */
  | 'OPEN_DEPOSIT'
  /** No record explains an entry, and it is not resolved. */
  | 'OPEN_ENTRY'
  /** A file of the bank could not be used. */
  | 'QUARANTINED_FILE'
  /** A business day has no statement. */
  | 'STATEMENT_MISSING'
  /** The entries of a statement do not explain its closing balance. */
  | 'SUM_DIFFERS';

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
  readonly country: string;
  /** Document number, at most 64 characters. */
  readonly documentNumber?: string | null | undefined;
  /** Type of the document. */
  readonly documentType: DocumentType;
  /** Authority that issued the document, at most 255 characters. */
  readonly issuingAuthority?: string | null | undefined;
  /** Side of the document, if it has two sides. */
  readonly side?: DocumentSide | null | undefined;
};

/** What followed from a price after the quote of an action had expired. */
export type RepricingOutcome =
  /** Every approval accepted the price, and the payment was executed at it. */
  | 'ACCEPTED'
  /** The price was within the tolerance, but the approval rules require more for the new sending amount. The action waits for approvals of the new figures. */
  | 'APPROVALS_MISSING'
  /** The new amount exceeded a limit of the agent. The action failed. */
  | 'LIMIT_EXCEEDED'
  /** The price was outside the tolerance. The action waits for approvals of the new figures. */
  | 'OUTSIDE_TOLERANCE';

/** API of a request. */
export type RequestTransport =
  /** GraphQL over HTTP. */
  | 'GRAPHQL'
  /** Model Context Protocol: the messages of one HTTP request. */
  | 'MCP'
  /** REST. */
  | 'REST'
  /** GraphQL over WebSocket: one operation. */
  | 'SOCKET';

/** Direction of a rounding. */
export type RoundingDirection =
  /** To the next lower smallest unit. */
  | 'DOWN'
  /** To the next larger smallest unit. */
  | 'UP';

/** What one rule of a policy says. */
export type RuleVerdict =
  /** The rule requires an approval. */
  | 'NEEDS_APPROVAL'
  /** The submission is within the rule. */
  | 'PASSED'
  /** The rule does not permit the submission. */
  | 'VIOLATED';

/** RWF_ACCOUNT: an account for RWF. */
export type RwfAccountInput = {
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: +250 and 9 digits. Must be +250 and 9 digits. */
  readonly phoneNumber: string;
  /** Mobile money operator, for example MTN, AIRTEL. Must be 1 to 255 characters without a space at either end. */
  readonly provider: string;
};

/** Input of sandboxFault. Without `count` and `durationSeconds` the fault applies once. With both, it ends with whichever comes first. */
export type SandboxFaultInput = {
  /** How many requests, deliveries or updates are affected, 1 to 1000. */
  readonly count?: number | null | undefined;
  /** Delay in milliseconds. SLOW, and DELAY of subscriptions: 1 to 30000, default 2000, in real time. DELAY and REORDER of webhooks: 1 to 86400000, default 5000, on the clock of the platform. */
  readonly delayMs?: number | null | undefined;
  /** Lifetime in seconds of real time, 1 to 86400. Default: 3600. */
  readonly durationSeconds?: number | null | undefined;
  /** Only webhooks or updates of this event type, for example OUTGOING_PAYMENT.COMPLETED. Updates without a published event have none. */
  readonly eventType?: string | null | undefined;
  /** Whether responses and deliveries do not name the fault. Default: false. */
  readonly hidden?: boolean | null | undefined;
  /** What the fault does. */
  readonly kind: SandboxFaultKind;
  /** Only this operation: a root field of GraphQL or an operation id of REST; for SUBSCRIPTIONS a subscription. */
  readonly operation?: string | null | undefined;
  /** Retry-After of RATE_LIMITED in seconds, 1 to 3600. Default: 1. */
  readonly retryAfterSeconds?: number | null | undefined;
  /** Required for DUPLICATE, REORDER, DELAY and DROP: WEBHOOKS or SUBSCRIPTIONS. */
  readonly target?: SandboxFaultTarget | null | undefined;
  /** Only requests and subscriptions with this credential: Token:<uuid>, AccessToken:<uuid> or Agent:<uuid>. */
  readonly tokenId?: string | number | null | undefined;
};

/** What a fault does. */
export type SandboxFaultKind =
  /** Webhooks: a delivery arrives `delayMs` later, and later ones of its resource after it. Subscriptions: an update, and those after it, arrive `delayMs` later. */
  | 'DELAY'
  /** Webhooks: an attempt is not sent, and counts as unreachable. Subscriptions: the connection breaks before the update arrives. */
  | 'DROP'
  /** Webhooks and subscriptions: a delivery or an update arrives twice. */
  | 'DUPLICATE'
  /** Requests: executed and committed; then the connection breaks without a response. */
  | 'LOSE_RESPONSE'
  /** Requests: rejected with 429 RATE_LIMITED and Retry-After. Nothing is executed. */
  | 'RATE_LIMITED'
  /** Webhooks: a delivery arrives `delayMs` later, and later ones of its resource do not wait for it. Subscriptions: an update arrives again after the next one. */
  | 'REORDER'
  /** Requests: executed after `delayMs`. */
  | 'SLOW'
  /** Requests: rejected with 503 SERVICE_UNAVAILABLE and Retry-After. Nothing is executed. */
  | 'UNAVAILABLE';

/** What a fault applies to. */
export type SandboxFaultTarget =
  /** Queries, mutations, subscription starts and REST requests. */
  | 'REQUESTS'
  /** Updates of subscriptions, over server-sent events and sockets. */
  | 'SUBSCRIPTIONS'
  /** Attempts of webhook deliveries, except for TEST. */
  | 'WEBHOOKS';

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
  readonly customerId?: string | number | null | undefined;
  /** UMA address of the receiving customer. */
  readonly receiverUmaAddress?: string | null | undefined;
  /** Amount in the smallest unit of the currency, 1 to 9000000000000000. */
  readonly receivingCurrencyAmount: number;
  /** Currency that the customer receives. */
  readonly receivingCurrencyCode: string;
  /** Outcome of the payment. Default: the outcome that the sender selects. */
  readonly sandboxOutcome?: SandboxOutcome | null | undefined;
  /** UMA address of a test sender of the sandbox, for example $success.usd@ and platformConfig.sandboxUmaDomain. */
  readonly senderUmaAddress: string;
};

/** Decision about a match with a sanctions list. */
export type ScreeningDecision =
  /** It is somebody else. */
  | 'CLEARED'
  /** It is the one on the list. The customer is rejected, also if it was approved before. */
  | 'CONFIRMED';

/** Filter for matches. A record must match all given fields. */
export type ScreeningMatchFilter = {
  /** Customer:<uuid>. Also the matches of its beneficial owners. */
  readonly customerId?: string | number | null | undefined;
  /** Status of the match. */
  readonly status?: ScreeningMatchStatus | null | undefined;
};

/** Status of a match with a sanctions list. */
export type ScreeningMatchStatus =
  /** A person found that it is somebody else. */
  | 'CLEARED'
  /** A person found that it is the one on the list. The customer is rejected. */
  | 'CONFIRMED'
  /** Not decided. The customer cannot be approved. */
  | 'OPEN';

/** A verification provider. */
export type SetVerificationProviderInput = {
  /** Name of the provider, 1 to 100 characters. */
  readonly name: string;
  /** Key of its signatures, 32 to 200 printable ASCII characters without blanks. It is never returned. */
  readonly secret: string;
};

/** SGD_ACCOUNT: an account for SGD. */
export type SgdAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  readonly accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  readonly bankName: string;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  readonly swiftCode: string;
};

/** How a member signed in. */
export type SignInMethod =
  /** By a one-time link. */
  | 'LINK'
  /** By a passkey. */
  | 'PASSKEY';

/** What is wrong with the wallet signature or the request id of a signed retry. */
export type SignatureProblem =
  /** The challenge has expired. Start again without the request id. */
  | 'REQUEST_ID_EXPIRED'
  /** The request id is empty or absent. */
  | 'REQUEST_ID_MISSING'
  /** There is no such request id of this platform, or five signatures for it have failed. Start again without it. */
  | 'REQUEST_ID_UNKNOWN'
  /** The request id was used. Start again without it. */
  | 'REQUEST_ID_USED'
  /** What was signed is not this request: the signature is not over payloadToSign, or the arguments differ from those of the first call. */
  | 'SIGNATURE_BODY_MISMATCH'
  /** The signature is not a stamp: its encoding, its members, its scheme, its key or its DER form is wrong. */
  | 'SIGNATURE_MALFORMED'
  /** The retry has a request id and no signature. */
  | 'SIGNATURE_MISSING'
  /** The key of the stamp is not the key of an active session that may sign this operation. */
  | 'SIGNATURE_UNKNOWN_KEY';

/** Signature for the retry of a call that returned a SignedRequestChallenge. All other arguments must be the same as in the first call. */
export type SignedRetryInput = {
  /** requestId of the challenge. Valid for one use. */
  readonly requestId: string | number;
  /** Stamp over payloadToSign, the value that REST takes in the header Service-Wallet-Signature. */
  readonly signature: string;
};

/** SLV_ACCOUNT: an account for USD. */
export type SlvAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  readonly accountNumber?: string | null | undefined;
  /** Type of the bank account. Must be one of CHECKING, SAVINGS. */
  readonly bankAccountType?: BankAccountType | null | undefined;
  /** Name of the bank. Must be 1 to 255 characters without a space at either end. */
  readonly bankName?: string | null | undefined;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  readonly phoneNumber?: string | null | undefined;
};

/** SOLANA_WALLET: an account for USDC, USDT. */
export type SolanaWalletInput = {
  /** Address of the wallet on Solana. Must be 1 to 255 printable characters without spaces. */
  readonly address: string;
};

/** Sort order of a list by creation time. */
export type SortOrder =
  /** Oldest first. */
  | 'ASC'
  /** Newest first. */
  | 'DESC';

/** SPARK_WALLET: an account for BTC. */
export type SparkWalletInput = {
  /** Address of the wallet on Spark. Must be 1 to 255 printable characters without spaces. */
  readonly address: string;
};

/** Spending limits of an agent. Limits are inclusive. Calendar periods are in UTC. */
export type SpendingLimitsInput = {
  /** Currency of all limits. */
  readonly currency: string;
  /** Maximum amount per day; omit it for no limit. In the smallest unit of the limits' currency. */
  readonly dailyLimit?: number | null | undefined;
  /** Maximum number of transactions per day; omit it for no limit. */
  readonly dailyTransactionLimit?: number | null | undefined;
  /** Maximum amount per month; omit it for no limit. In the smallest unit of the limits' currency. */
  readonly monthlyLimit?: number | null | undefined;
  /** Maximum amount of one transaction. In the smallest unit of the limits' currency. */
  readonly perTransactionLimit: number;
};

/** Length of the intervals of statistics, in the time zone of the request. */
export type StatisticsInterval =
  /** One day. */
  | 'DAY'
  /** One calendar month. */
  | 'MONTH'
  /** One week, from Monday. */
  | 'WEEK';

/** Amount above which a person who approves must prove again who they are. */
export type StepUpThresholdInput = {
  /** In the smallest unit of `currency`. An action of exactly this amount is not above it. */
  readonly amount: number;
  /** Currency of the account that pays, once in the list. */
  readonly currency: string;
};

/** The customer to verify. */
export type SubmitVerificationInput = {
  /** Customer:<uuid> */
  readonly customerId: string | number;
};

/** SWIFT_ACCOUNT: an account for any fiat currency. */
export type SwiftAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  readonly accountNumber?: string | null | undefined;
  /** Name of the bank. Must be 1 to 255 characters without a space at either end. */
  readonly bankName: string;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Country of the bank, ISO 3166-1 alpha-2. Must be an ISO 3166-1 alpha-2 country code. */
  readonly country: string;
  /** International bank account number, without spaces. Must be an IBAN of 15 to 34 characters without spaces. */
  readonly iban?: string | null | undefined;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  readonly swiftCode: string;
};

/** THB_ACCOUNT: an account for THB. */
export type ThbAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  readonly accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  readonly bankName: string;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  readonly swiftCode: string;
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

/** Filter for transactions. A record must match all given fields. */
export type TransactionFilter = {
  /** Source or destination: an account id or a UMA address. */
  readonly accountIdentifier?: string | null | undefined;
  /** Only transactions that this agent initiated, Agent:<uuid>. */
  readonly agentId?: string | number | null | undefined;
  /** The other party: an id of an external account, a UMA address, or words of a name. Each word may be the start of a word. At most 100 characters and 5 words; without case and accents. Names are those of beneficiaries of external accounts that the caller may read and are not deleted, and names in counterpartyInformation. */
  readonly counterparty?: string | null | undefined;
  /** Start of the range of creation times, inclusive. */
  readonly createdAfter?: string | null | undefined;
  /** End of the range of creation times, inclusive. */
  readonly createdBefore?: string | null | undefined;
  /** Currency of the sending side. */
  readonly currency?: string | null | undefined;
  /** Customer:<uuid>, or the platform's own id for transactions of the platform. */
  readonly customerId?: string | number | null | undefined;
  /**
   * End of the range of creation times, inclusive.
   * @deprecated Use createdBefore.
   */
  readonly endDate?: string | null | undefined;
  /** Maximum amount of the sending side, in the smallest unit of its currency. */
  readonly maxAmount?: number | null | undefined;
  /** Minimum amount of the sending side, in the smallest unit of its currency. */
  readonly minAmount?: number | null | undefined;
  /** The platform's own id of the customer. */
  readonly platformCustomerId?: string | null | undefined;
  /** Words of the description, the reference, the platform's own id of the customer, or the name of the counterparty. Each word may be the start of a word. At most 100 characters and 5 words; without case and accents. References and ids are compared from their start. */
  readonly query?: string | null | undefined;
  /** Destination: an account id or a UMA address. */
  readonly receiverAccountIdentifier?: string | null | undefined;
  /** Reference in reconciliationInstructions. */
  readonly reference?: string | null | undefined;
  /** Source: an account id or a UMA address. */
  readonly senderAccountIdentifier?: string | null | undefined;
  /** Order by creation time. */
  readonly sortOrder?: SortOrder | null | undefined;
  /**
   * Start of the range of creation times, inclusive.
   * @deprecated Use createdAfter.
   */
  readonly startDate?: string | null | undefined;
  /** Any of these statuses. At most 50. */
  readonly status?: ReadonlyArray<TransactionStatus> | null | undefined;
  /** Type of the transaction: INCOMING or OUTGOING. */
  readonly type?: TransactionType | null | undefined;
};

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
  readonly amount: number;
  /** Memo, at most 255 characters. */
  readonly description?: string | null | undefined;
  /** Destination. transferIn: InternalAccount:<uuid>. transferOut: ExternalAccount:<uuid>. */
  readonly destination: string | number;
  /** Sandbox only: outcome of the payment. Default: the outcome that the counterparty selects. An error in production. */
  readonly sandboxOutcome?: SandboxOutcome | null | undefined;
  /** Source. transferIn: ExternalAccount:<uuid>. transferOut: InternalAccount:<uuid>. */
  readonly source: string | number;
};

/** TRON_WALLET: an account for USDT. */
export type TronWalletInput = {
  /** Address of the wallet on Tron. Must be 1 to 255 printable characters without spaces. */
  readonly address: string;
};

/** TZS_ACCOUNT: an account for TZS. */
export type TzsAccountInput = {
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: +255 and 9 digits. Must be +255 and 9 digits. */
  readonly phoneNumber: string;
  /** Mobile money operator, for example AIRTEL, VODACOM. Must be 1 to 255 characters without a space at either end. */
  readonly provider: string;
};

/** UGX_ACCOUNT: an account for UGX. */
export type UgxAccountInput = {
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  readonly phoneNumber: string;
  /** Mobile money operator, for example MTN, AIRTEL. Must be 1 to 255 characters without a space at either end. */
  readonly provider: string;
};

/** Receiver by UMA address, from an earlier receiverLookup. */
export type UmaDestinationInput = {
  /** Currency that the receiver gets. Optional if the receiver accepts only one currency. */
  readonly currency?: string | null | undefined;
  /** $name@domain */
  readonly umaAddress: string;
};

/** Look-up of a UMA address. One of the two sender fields is required. */
export type UmaLookupInput = {
  /** $name@domain */
  readonly receiverUmaAddress: string;
  /** The paying customer, Customer:<uuid>. */
  readonly senderCustomerId?: string | number | null | undefined;
  /** UMA address of the paying customer. */
  readonly senderUmaAddress?: string | null | undefined;
};

/** Decision on an unmatched deposit. */
export type UnmatchedDepositDecision =
  /** Credit an account. */
  | 'ASSIGN'
  /** Return it to the depositor. */
  | 'RETURN';

/** Filter for unmatched deposits. A record must match all given fields. */
export type UnmatchedDepositFilter = {
  /** BankConnection:<uuid> */
  readonly connectionId?: string | number | null | undefined;
  /** Status of the deposit. */
  readonly status?: UnmatchedDepositStatus | null | undefined;
};

/** Status of an unmatched deposit. */
export type UnmatchedDepositStatus =
  /** It was credited to an account, or waits for the approval of its payment. */
  | 'ASSIGNED'
  /** One person has decided. A second must confirm. */
  | 'IN_REVIEW'
  /** It waits for a decision. */
  | 'OPEN'
  /** It is returned to the depositor by a file. */
  | 'RETURNED';

/** Input of updateAgent. Omitted fields stay unchanged; at least one field is required. */
export type UpdateAgentInput = {
  /** Whether the agent is paused. Operations of a paused agent are rejected and its streams are closed. */
  readonly isPaused?: boolean | null | undefined;
  /** Name of the agent, 1 to 100 characters. */
  readonly name?: string | null | undefined;
};

/** Policy fields to change. Omitted fields stay unchanged. null removes dailyTransactionLimit, dailyLimit, monthlyLimit, accountRestrictions, approvalThresholds, requiredApprovals and rules. */
export type UpdateAgentPolicyInput = {
  /** Account rules. Replaces the existing value completely. */
  readonly accountRestrictions?: AccountRestrictionsInput | null | undefined;
  /** Approval threshold. Replaces the existing value completely. */
  readonly approvalThresholds?: ApprovalThresholdsInput | null | undefined;
  /** Execution mode for accounts without an account rule. */
  readonly defaultExecutionMode?: AgentExecutionMode | null | undefined;
  /** Permissions of the agent, at most 50. Replaces the list. */
  readonly permissions?: ReadonlyArray<AgentPermission> | null | undefined;
  /** Minimum number of approvals of an action, 1 to 10. It cannot be below what the approval rules of the platform require: the higher number applies. */
  readonly requiredApprovals?: number | null | undefined;
  /** Rules to change; null removes all of them. */
  readonly rules?: PolicyRulesInput | null | undefined;
  /** Spending limits to change. */
  readonly spendingLimits?: UpdateSpendingLimitsInput | null | undefined;
};

/** Input of updateApprovalRules. Omitted fields stay unchanged. Lists are replaced completely. */
export type UpdateApprovalRulesInput = {
  /** How long an action waits after its quote has expired, for approvals with a tolerance: 0 to 86400 seconds. Applies to actions from then on. */
  readonly lateApprovalSeconds?: number | null | undefined;
  /** Who is notified. */
  readonly notifications?: ApprovalNotificationsInput | null | undefined;
  /** Whether those who set up an agent cannot approve its actions. */
  readonly preventSelfApproval?: boolean | null | undefined;
  /** Whether approvals and rejections need a comment. */
  readonly requireComment?: boolean | null | undefined;
  /** Approvals that every action requires, 1 to 10. */
  readonly requiredApprovals?: number | null | undefined;
  /** Amounts above which a person who approves must prove again who they are, one per currency, at most 50. Replaces the list. */
  readonly stepUpAbove?: ReadonlyArray<StepUpThresholdInput> | null | undefined;
  /** Amounts above which more approvals are required, at most 50. Replaces the list. */
  readonly thresholds?: ReadonlyArray<ApprovalRuleThresholdInput> | null | undefined;
};

/** Input of updateBankConnection. Omitted fields stay unchanged. */
export type UpdateBankConnectionInput = {
  /** When waiting payments are put into files. */
  readonly cutOffs?: BankCutOffsInput | null | undefined;
  /** How files are exchanged. Default: FOLDER. */
  readonly exchange?: BankExchangeInput | null | undefined;
  /** Maximum number of payments of one file, 1 to 100000. Default: 100000. */
  readonly maxPaymentsPerFile?: number | null | undefined;
  /** Name of the connection, 1 to 100 characters. */
  readonly name?: string | null | undefined;
  /** SEPA direct debits: days from the request to the collection, at least, 0 to 30. Default: 14. */
  readonly preNotificationDays?: number | null | undefined;
  /** A file with a larger total, and a decision on a larger deposit, need two persons. In the smallest unit. Default: no limit. In an update, null removes the limit. */
  readonly reviewAbove?: number | null | undefined;
  /** Numbers that the bank reserved. Each active account in the currency gets the next one. Default: none. In an update, null removes the range; accounts keep their numbers. */
  readonly virtualIbanRange?: VirtualIbanRangeInput | null | undefined;
};

/** Input of updateBeneficialOwner. Omitted fields stay unchanged. Changed personal data starts a new identity check. */
export type UpdateBeneficialOwnerInput = {
  /** Share of the business in percent, 0 to 100. */
  readonly ownershipPercentage?: number | null | undefined;
  /** Personal data to change. Omitted fields stay unchanged. */
  readonly personalInfo?: PersonalInfoInput | null | undefined;
  /** Roles in the business, at most 50. Replaces the list. */
  readonly roles?: ReadonlyArray<BeneficialOwnerRole> | null | undefined;
};

/** Input of updateCustomer. Omitted fields stay unchanged. Lists are replaced completely. */
export type UpdateCustomerInput = {
  /** Postal address. Replaces the whole address. */
  readonly address?: AddressInput | null | undefined;
  /** Date of birth, in the past. */
  readonly birthDate?: string | null | undefined;
  /** Company data to change. Omitted fields stay unchanged. */
  readonly businessInfo?: BusinessInfoInput | null | undefined;
  /** Currency codes, at most 100. Replaces the list. The service opens accounts for new currencies. */
  readonly currencies?: ReadonlyArray<string> | null | undefined;
  /** Email address. One-time codes are sent to it. */
  readonly email?: string | null | undefined;
  /** Full name, at most 255 characters. */
  readonly fullName?: string | null | undefined;
  /** Nationality, ISO 3166-1 alpha-2. */
  readonly nationality?: string | null | undefined;
  /** $name@domain */
  readonly umaAddress?: string | null | undefined;
};

/** Input of updateMember. Omitted fields stay unchanged; at least one is required. */
export type UpdateMemberInput = {
  /** Email address that receives sign-in links, unique among the members of the platform. Giving it to a member grants its owner all roles of the member. */
  readonly email?: string | null | undefined;
  /** Name, shown as decidedBy, 1 to 100 characters. */
  readonly name?: string | null | undefined;
  /** Roles, VIEW included, at most 50. The caller needs each role that it grants; an API token with TRANSACT can grant APPROVE. */
  readonly roles?: ReadonlyArray<MemberRole> | null | undefined;
};

/** Input of updatePlatformConfig. Omitted fields stay unchanged. Lists are replaced completely. */
export type UpdatePlatformConfigInput = {
  /** Whether a new wallet is created with an EMAIL_OTP credential. */
  readonly autoCreateEmailOtp?: boolean | null | undefined;
  /** Enabled currencies, at least one and at most 100. Replaces the list. */
  readonly currencies?: ReadonlyArray<CurrencyConfigInput> | null | undefined;
  /** OpenID Connect issuers, at most 20. Replaces the list. */
  readonly oidcIssuers?: ReadonlyArray<OidcIssuerInput> | null | undefined;
  /** Settings of one-time codes. */
  readonly otp?: OtpConfigInput | null | undefined;
  /** Passkey settings. */
  readonly passkeys?: PasskeyConfigInput | null | undefined;
  /** Lifetime of a wallet session in seconds, 60 to 3600. */
  readonly sessionTtlSeconds?: number | null | undefined;
  /** Domain of generated UMA addresses. It must not be used by another platform or by addresses of its customers. */
  readonly umaDomain?: string | null | undefined;
  /** What the platform allows its wallets. */
  readonly wallets?: WalletSettingsInput | null | undefined;
  /** Webhook endpoints, at most 20. Replaces the list. */
  readonly webhookEndpoints?: ReadonlyArray<WebhookEndpointInput> | null | undefined;
};

/** Input of updateRateSettings. Omitted fields stay unchanged. `fees` and `corridors` are replaced completely. */
export type UpdateRateSettingsInput = {
  /** Exceptions for one direction, each once, at most 200. */
  readonly corridors?: ReadonlyArray<RateCorridorInput> | null | undefined;
  /** Fees of every corridor. */
  readonly fees?: PlatformFeesInput | null | undefined;
  /** General spread. A fraction from 0 to below 1 with at most 8 decimals, as text: "0.004". */
  readonly spread?: string | null | undefined;
};

/** Spending limits to change. Omitted fields stay unchanged. If the currency changes, the remaining limits are converted at the mid-market rate. */
export type UpdateSpendingLimitsInput = {
  /** Currency of all limits. */
  readonly currency?: string | null | undefined;
  /** Maximum amount per day; null removes the limit. In the smallest unit of the limits' currency. */
  readonly dailyLimit?: number | null | undefined;
  /** Maximum number of transactions per day; null removes the limit. */
  readonly dailyTransactionLimit?: number | null | undefined;
  /** Maximum amount per month; null removes the limit. In the smallest unit of the limits' currency. */
  readonly monthlyLimit?: number | null | undefined;
  /** Maximum amount of one transaction. In the smallest unit of the limits' currency. */
  readonly perTransactionLimit?: number | null | undefined;
};

/** Metadata of a new document. */
export type UploadDocumentInput = {
  /** Country that issued the document, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Holder of the document, Customer:<uuid> or BeneficialOwner:<uuid>. */
  readonly documentHolder: string | number;
  /** Document number, at most 64 characters. */
  readonly documentNumber?: string | null | undefined;
  /** Type of the document. */
  readonly documentType: DocumentType;
  /** Authority that issued the document, at most 255 characters. */
  readonly issuingAuthority?: string | null | undefined;
  /** Side of the document, if it has two sides. */
  readonly side?: DocumentSide | null | undefined;
};

/** USD_ACCOUNT: an account for USD. */
export type UsdAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  readonly accountNumber: string;
  /** Type of the bank account. Must be one of CHECKING, SAVINGS. */
  readonly bankAccountType?: BankAccountType | null | undefined;
  /** Name of the bank. Must be 1 to 255 characters without a space at either end. */
  readonly bankName?: string | null | undefined;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** ABA routing number of the bank. Must be 9 digits. */
  readonly routingNumber: string;
};

/** Filter for verifications. A record must match all given fields. */
export type VerificationFilter = {
  /** Customer:<uuid> */
  readonly customerId?: string | number | null | undefined;
  /** Status of the verification. */
  readonly status?: VerificationOutcome | null | undefined;
};

/** Status of a verification. */
export type VerificationOutcome =
  /** The customer is verified. */
  | 'APPROVED'
  /** The verification provider checks the data. */
  | 'IN_PROGRESS'
  /** A person reviews the data. */
  | 'PENDING_MANUAL_REVIEW'
  /** Created but not submitted. */
  | 'READY_FOR_VERIFICATION'
  /** The customer is not verified. */
  | 'REJECTED'
  /** Data is missing or invalid: see `errors`, then submit again. */
  | 'RESOLVE_ERRORS';

/** One problem that blocks a verification. */
export type VerificationProblemInput = {
  /** Document types that resolve the problem. One of them is sufficient. At most 50. */
  readonly acceptedDocumentTypes?: ReadonlyArray<DocumentType> | null | undefined;
  /** Dotted path of the field in the resource. */
  readonly field?: string | null | undefined;
  /** Explanation for a human reader, at most 500 characters. */
  readonly reason: string;
  /** The resource with the problem: the customer, one of its beneficial owners or one of its documents. */
  readonly resourceId: string | number;
  /** Type of the problem: one of the published types, for example EXPIRED_DOCUMENT. */
  readonly type: string;
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

/** Proof of a credential: exactly one of the fields, the one for the type of the credential. */
export type VerifyCredentialInput =
  {   /** One-time code of an EMAIL_OTP credential. */
  readonly emailOtp: VerifyEmailOtpInput; readonly oauth?: never; readonly passkey?: never; }
  |  { readonly emailOtp?: never;   /** ID token of an OAUTH credential. */
  readonly oauth: VerifyOAuthInput; readonly passkey?: never; }
  |  { readonly emailOtp?: never; readonly oauth?: never;   /** Assertion of a PASSKEY credential. */
  readonly passkey: VerifyPasskeyInput; };

/** Proof of an EMAIL_OTP credential. A code becomes invalid after five wrong attempts. */
export type VerifyEmailOtpInput = {
  /** Public key of the client, to which the session key is encrypted. With wallets.clientHeldKeys, a compressed key becomes the session key. */
  readonly clientPublicKey: string;
  /** The one-time code. In the sandbox 000000. */
  readonly otp: string;
};

/** Proof of an OAUTH credential: a recent ID token of the registered user. */
export type VerifyOAuthInput = {
  /** Public key of the client, to which the session key is encrypted. With wallets.clientHeldKeys, a compressed key becomes the session key. */
  readonly clientPublicKey: string;
  /** ID token, issued at most 60 seconds ago. Valid for one verification. */
  readonly oidcToken: string;
};

/** Proof of a PASSKEY credential: the assertion for a PasskeyAuthChallenge. The session key is encrypted to the clientPublicKey of that challenge. */
export type VerifyPasskeyInput = {
  /** Assertion of the authenticator. */
  readonly assertion: PasskeyAssertionInput;
  /** requestId of the challenge. Valid for one use. */
  readonly requestId: string | number;
};

/** Numbers that the bank reserved for the platform. They make IBANs of the country. */
export type VirtualIbanRangeInput = {
  /** Country of the IBANs, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Digits of the first number, 1 to 15. */
  readonly first: string;
  /** Digits of the last number, 1 to 15. */
  readonly last: string;
  /** Bank code, and the fixed part of the account numbers: 1 to 30 letters and digits. */
  readonly prefix: string;
};

/** VND_ACCOUNT: an account for VND. */
export type VndAccountInput = {
  /** Account number at the bank. Must be 1 to 34 characters without a space at either end. */
  readonly accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  readonly bankName: string;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** BIC (SWIFT code) of the bank: 8 or 11 characters. Must be a BIC of 8 or 11 characters. */
  readonly swiftCode: string;
};

/** What an approver decided. */
export type VoteDecision =
  /** The approver approves. */
  | 'APPROVED'
  /** The approver rejects. One rejection rejects the action. */
  | 'REJECTED';

/** What the platform allows its wallets. Omitted fields stay unchanged. */
export type WalletSettingsInput = {
  /** Whether a client may send a compressed clientPublicKey, which becomes the key of its session. Default: false. */
  readonly clientHeldKeys?: boolean | null | undefined;
  /** Whether a wallet may have several passkeys, at most ten. Default: false. Passkeys remain valid when it is turned off. */
  readonly severalPasskeys?: boolean | null | undefined;
};

/** Filter for deliveries. A record must match all given fields. */
export type WebhookDeliveryFilter = {
  /** WebhookEndpoint:<uuid> */
  readonly endpointId?: string | number | null | undefined;
  /** The resource that changed. */
  readonly resourceId?: string | number | null | undefined;
  /** Status of the delivery. */
  readonly status?: WebhookDeliveryStatus | null | undefined;
  /** Event type. */
  readonly type?: string | null | undefined;
};

/** Status of a webhook delivery. */
export type WebhookDeliveryStatus =
  /** The endpoint accepted the event. */
  | 'DELIVERED'
  /** Delivery stopped after 7 days, or the endpoint was removed. */
  | 'FAILED'
  /** Not delivered yet: an attempt is due, or an earlier event of the same resource is not delivered. */
  | 'PENDING';

/** A webhook endpoint. A new url receives one TEST event. */
export type WebhookEndpointInput = {
  /** Event types that the endpoint receives, at most 50. Omitted: all types except extensions. */
  readonly eventTypes?: ReadonlyArray<string> | null | undefined;
  /** Whether the endpoint also receives all extensions: AGENT_ACTION.APPROVED, AGENT_ACTION.REJECTED, AGENT_ACTION.EXPIRED. */
  readonly extensions?: boolean | null | undefined;
  /** Whether delivery is paused. Events are retained until it is resumed. */
  readonly isPaused?: boolean | null | undefined;
  /** URL: https in production; the sandbox also accepts http. */
  readonly url: string;
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
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  readonly phoneNumber: string;
  /** Mobile money operator. Must be 1 to 255 characters without a space at either end. */
  readonly provider: string;
  /** Country of the mobile money account, ISO 3166-1 alpha-2. Must be one of CM, CG. */
  readonly region: string;
};

/** XOF_ACCOUNT: an account for XOF. */
export type XofAccountInput = {
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: + and 6 to 14 digits. Must be + and 6 to 14 digits. */
  readonly phoneNumber: string;
  /** Mobile money operator. Must be 1 to 255 characters without a space at either end. */
  readonly provider: string;
  /** Country of the mobile money account, ISO 3166-1 alpha-2. Must be one of BJ, CI, SN, TG. */
  readonly region: string;
};

/** ZAR_ACCOUNT: an account for ZAR. */
export type ZarAccountInput = {
  /** Account number at the bank. Must be 9 to 13 digits. */
  readonly accountNumber: string;
  /** Name of the bank, as `bankName` of a payment institution of this corridor. Must be 1 to 255 characters without a space at either end. */
  readonly bankName: string;
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
};

/** ZMW_ACCOUNT: an account for ZMW. */
export type ZmwAccountInput = {
  /** Holder of the account. */
  readonly beneficiary: BeneficiaryInput;
  /** Restricts payments to these rails, at most 50. Default: all rails of the account type. */
  readonly paymentRails?: ReadonlyArray<PaymentRail> | null | undefined;
  /** Phone number of the mobile money account: +260 and 9 digits. Must be +260 and 9 digits. */
  readonly phoneNumber: string;
  /** Mobile money operator, for example TNM, AIRTEL, ZAMTEL, MTN. Must be 1 to 255 characters without a space at either end. */
  readonly provider: string;
};

export type AgentQueryVariables = Exact<{
  id: string | number;
}>;


export type AgentQuery = { readonly agent: (
    { readonly __typename: 'Agent' }
    & AgentFieldsFragment
  ) | null };

export type AgentActionQueryVariables = Exact<{
  id: string | number;
}>;


export type AgentActionQuery = { readonly agentAction: (
    { readonly __typename: 'AgentAction' }
    & AgentActionFieldsFragment
  ) | null };

export type AgentActionsQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: AgentActionFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type AgentActionsQuery = { readonly agentActions: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'AgentAction' }
      & AgentActionFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type AgentMeQueryVariables = Exact<{ [key: string]: never; }>;


export type AgentMeQuery = { readonly agentMe: (
    { readonly __typename: 'Agent' }
    & AgentFieldsFragment
  ) };

export type AgentsQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: AgentFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type AgentsQuery = { readonly agents: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'Agent' }
      & AgentFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type ApiTokensQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type ApiTokensQuery = { readonly apiTokens: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'ApiToken' }
      & ApiTokenFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type AuditLogQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: AuditLogFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type AuditLogQuery = { readonly auditLog: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'AuditEntry' }
      & AuditEntryFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type BacktestAgentPolicyQueryVariables = Exact<{
  after?: string | number | null | undefined;
  agentId: string | number;
  first?: number | null | undefined;
  onlyChanged?: boolean | null | undefined;
  policy: UpdateAgentPolicyInput;
  since: string;
  until?: string | null | undefined;
}>;


export type BacktestAgentPolicyQuery = { readonly backtestAgentPolicy:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'PolicyBacktest' }
      & PolicyBacktestFieldsFragment
    )
   };

export type BankConnectionQueryVariables = Exact<{
  id: string | number;
}>;


export type BankConnectionQuery = { readonly bankConnection: (
    { readonly __typename: 'BankConnection' }
    & BankConnectionFieldsFragment
  ) | null };

export type BankConnectionsQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: BankConnectionFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type BankConnectionsQuery = { readonly bankConnections: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'BankConnection' }
      & BankConnectionFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type BankEntriesQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: BankEntryFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type BankEntriesQuery = { readonly bankEntries: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'BankEntry' }
      & BankEntryFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type BankEntryQueryVariables = Exact<{
  id: string | number;
}>;


export type BankEntryQuery = { readonly bankEntry: (
    { readonly __typename: 'BankEntry' }
    & BankEntryFieldsFragment
  ) | null };

export type BankFileQueryVariables = Exact<{
  id: string | number;
}>;


export type BankFileQuery = { readonly bankFile: (
    { readonly __typename: 'BankFile' }
    & BankFileFieldsFragment
  ) | null };

export type BankFilesQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: BankFileFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type BankFilesQuery = { readonly bankFiles: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'BankFile' }
      & BankFileFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type BankPaymentsQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  fileId: string | number;
  first?: number | null | undefined;
  last?: number | null | undefined;
  status?: BankPaymentStatus | null | undefined;
}>;


export type BankPaymentsQuery = { readonly bankPayments: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'BankPayment' }
      & BankPaymentFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type BankReconciliationQueryVariables = Exact<{
  connectionId: string | number;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type BankReconciliationQuery = { readonly bankReconciliation: { readonly __typename: 'BankReconciliation', readonly breakCount: number, readonly from: string, readonly isReconciled: boolean, readonly to: string, readonly connection: (
      { readonly __typename: 'BankConnection' }
      & BankConnectionFieldsFragment
    ), readonly days: ReadonlyArray<{ readonly __typename: 'ReconciledDay', readonly breakCount: number, readonly date: string, readonly statementCount: number, readonly breaks: ReadonlyArray<{ readonly __typename: 'ReconciliationBreak', readonly description: string, readonly entryBreak: BankBreakKind | null, readonly kind: ReconciliationBreakKind, readonly amount: (
          { readonly __typename: 'Money' }
          & MoneyFieldsFragment
        ) | null, readonly record:
          | { readonly __typename: 'Agent', readonly id: string }
          | { readonly __typename: 'AgentAction', readonly id: string }
          | { readonly __typename: 'ApiRequest', readonly id: string }
          | { readonly __typename: 'ApiToken', readonly id: string }
          | { readonly __typename: 'AuditEntry', readonly id: string }
          | { readonly __typename: 'AuthMethod', readonly id: string }
          | { readonly __typename: 'AuthSession', readonly id: string }
          | { readonly __typename: 'BankConnection', readonly id: string }
          | { readonly __typename: 'BankEntry', readonly id: string }
          | { readonly __typename: 'BankFile', readonly id: string }
          | { readonly __typename: 'BankPayment', readonly id: string }
          | { readonly __typename: 'BankStatement', readonly id: string }
          | { readonly __typename: 'BeneficialOwner', readonly id: string }
          | { readonly __typename: 'Customer', readonly id: string }
          | { readonly __typename: 'CustomerImport', readonly id: string }
          | { readonly __typename: 'Document', readonly id: string }
          | { readonly __typename: 'Event', readonly id: string }
          | { readonly __typename: 'ExternalAccount', readonly id: string }
          | { readonly __typename: 'InternalAccount', readonly id: string }
          | { readonly __typename: 'LedgerEntry', readonly id: string }
          | { readonly __typename: 'Member', readonly id: string }
          | { readonly __typename: 'Platform', readonly id: string }
          | { readonly __typename: 'PlatformConfig', readonly id: string }
          | { readonly __typename: 'Quote', readonly id: string }
          | { readonly __typename: 'ScreeningMatch', readonly id: string }
          | { readonly __typename: 'Transaction', readonly id: string }
          | { readonly __typename: 'UnmatchedDeposit', readonly id: string }
          | { readonly __typename: 'Verification', readonly id: string }
          | { readonly __typename: 'WebhookDelivery', readonly id: string }
          | { readonly __typename: 'WebhookEndpoint', readonly id: string }
         | null }>, readonly closing: (
        { readonly __typename: 'Money' }
        & MoneyFieldsFragment
      ) | null, readonly counts: ReadonlyArray<(
        { readonly __typename: 'BankEntryCount' }
        & BankEntryCountFieldsFragment
      )>, readonly ledgerBalance: (
        { readonly __typename: 'Money' }
        & MoneyFieldsFragment
      ), readonly opening: (
        { readonly __typename: 'Money' }
        & MoneyFieldsFragment
      ) | null, readonly sum: (
        { readonly __typename: 'Money' }
        & MoneyFieldsFragment
      ) }>, readonly ledgerDifference: (
      { readonly __typename: 'Money' }
      & MoneyFieldsFragment
    ) } | null };

export type BeneficialOwnerQueryVariables = Exact<{
  id: string | number;
}>;


export type BeneficialOwnerQuery = { readonly beneficialOwner: (
    { readonly __typename: 'BeneficialOwner' }
    & BeneficialOwnerFieldsFragment
  ) | null };

export type BeneficialOwnersQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  customerId: string | number;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type BeneficialOwnersQuery = { readonly beneficialOwners: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'BeneficialOwner' }
      & BeneficialOwnerFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type CredentialsQueryVariables = Exact<{
  accountId: string | number;
}>;


export type CredentialsQuery = { readonly credentials: ReadonlyArray<(
    { readonly __typename: 'AuthMethod' }
    & AuthMethodFieldsFragment
  )> };

export type CurrenciesQueryVariables = Exact<{ [key: string]: never; }>;


export type CurrenciesQuery = { readonly currencies: ReadonlyArray<(
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  )> };

export type CustomerQueryVariables = Exact<{
  id: string | number;
}>;


export type CustomerQuery = { readonly customer: (
    { readonly __typename: 'Customer' }
    & CustomerFieldsFragment
  ) | null };

export type CustomerImportQueryVariables = Exact<{
  id: string | number;
}>;


export type CustomerImportQuery = { readonly customerImport: (
    { readonly __typename: 'CustomerImport' }
    & CustomerImportFieldsFragment
  ) | null };

export type CustomerImportsQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: CustomerImportFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type CustomerImportsQuery = { readonly customerImports: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'CustomerImport' }
      & CustomerImportFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type CustomersQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: CustomerFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type CustomersQuery = { readonly customers: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'Customer' }
      & CustomerFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type DeviceCodeStatusQueryVariables = Exact<{
  code: string;
}>;


export type DeviceCodeStatusQuery = { readonly deviceCodeStatus: (
    { readonly __typename: 'DeviceCode' }
    & DeviceCodeFieldsFragment
  ) | null };

export type DocumentQueryVariables = Exact<{
  id: string | number;
}>;


export type DocumentQuery = { readonly document: (
    { readonly __typename: 'Document' }
    & DocumentFieldsFragment
  ) | null };

export type DocumentsQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  customerId?: string | number | null | undefined;
  documentHolder?: string | number | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type DocumentsQuery = { readonly documents: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'Document' }
      & DocumentFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type EstimateWithdrawalFeeQueryVariables = Exact<{
  input: EstimateWithdrawalFeeInput;
}>;


export type EstimateWithdrawalFeeQuery = { readonly estimateWithdrawalFee:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'WithdrawalFee' }
      & WithdrawalFeeFieldsFragment
    )
   };

export type EventCursorQueryVariables = Exact<{ [key: string]: never; }>;


export type EventCursorQuery = { readonly eventCursor: string };

export type EventsQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: EventFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  order?: EventOrder | null | undefined;
}>;


export type EventsQuery = { readonly events: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'Event' }
      & EventFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type ExchangeRateHistoryQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  destinationCurrency: string;
  first?: number | null | undefined;
  last?: number | null | undefined;
  since?: string | null | undefined;
  sourceCurrency: string;
  until?: string | null | undefined;
}>;


export type ExchangeRateHistoryQuery = { readonly exchangeRateHistory: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'PastExchangeRate' }
      & PastExchangeRateFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type ExchangeRatesQueryVariables = Exact<{
  destinationCurrencies?: ReadonlyArray<string> | string | null | undefined;
  sendingAmount?: number | null | undefined;
  sourceCurrency?: string | null | undefined;
}>;


export type ExchangeRatesQuery = { readonly exchangeRates: ReadonlyArray<(
    { readonly __typename: 'ExchangeRate' }
    & ExchangeRateFieldsFragment
  )> };

export type ExternalAccountQueryVariables = Exact<{
  id: string | number;
}>;


export type ExternalAccountQuery = { readonly externalAccount: (
    { readonly __typename: 'ExternalAccount' }
    & ExternalAccountFieldsFragment
  ) | null };

export type ExternalAccountsQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: ExternalAccountFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type ExternalAccountsQuery = { readonly externalAccounts: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'ExternalAccount' }
      & ExternalAccountFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type InternalAccountQueryVariables = Exact<{
  id: string | number;
}>;


export type InternalAccountQuery = { readonly internalAccount: (
    { readonly __typename: 'InternalAccount' }
    & InternalAccountFieldsFragment
  ) | null };

export type InternalAccountsQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: InternalAccountFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type InternalAccountsQuery = { readonly internalAccounts: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'InternalAccount' }
      & InternalAccountFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type InvitationQueryVariables = Exact<{
  code: string;
}>;


export type InvitationQuery = { readonly invitation: (
    { readonly __typename: 'Invitation' }
    & InvitationFieldsFragment
  ) | null };

export type MemberQueryVariables = Exact<{
  id: string | number;
}>;


export type MemberQuery = { readonly member: (
    { readonly __typename: 'Member' }
    & MemberFieldsFragment
  ) | null };

export type MembersQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type MembersQuery = { readonly members: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'Member' }
      & MemberFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type NodeQueryVariables = Exact<{
  id: string | number;
}>;


export type NodeQuery = { readonly node:
    | { readonly __typename: 'Agent', readonly id: string }
    | { readonly __typename: 'AgentAction', readonly id: string }
    | { readonly __typename: 'ApiRequest', readonly id: string }
    | { readonly __typename: 'ApiToken', readonly id: string }
    | { readonly __typename: 'AuditEntry', readonly id: string }
    | { readonly __typename: 'AuthMethod', readonly id: string }
    | { readonly __typename: 'AuthSession', readonly id: string }
    | { readonly __typename: 'BankConnection', readonly id: string }
    | { readonly __typename: 'BankEntry', readonly id: string }
    | { readonly __typename: 'BankFile', readonly id: string }
    | { readonly __typename: 'BankPayment', readonly id: string }
    | { readonly __typename: 'BankStatement', readonly id: string }
    | { readonly __typename: 'BeneficialOwner', readonly id: string }
    | { readonly __typename: 'Customer', readonly id: string }
    | { readonly __typename: 'CustomerImport', readonly id: string }
    | { readonly __typename: 'Document', readonly id: string }
    | { readonly __typename: 'Event', readonly id: string }
    | { readonly __typename: 'ExternalAccount', readonly id: string }
    | { readonly __typename: 'InternalAccount', readonly id: string }
    | { readonly __typename: 'LedgerEntry', readonly id: string }
    | { readonly __typename: 'Member', readonly id: string }
    | { readonly __typename: 'Platform', readonly id: string }
    | { readonly __typename: 'PlatformConfig', readonly id: string }
    | { readonly __typename: 'Quote', readonly id: string }
    | { readonly __typename: 'ScreeningMatch', readonly id: string }
    | { readonly __typename: 'Transaction', readonly id: string }
    | { readonly __typename: 'UnmatchedDeposit', readonly id: string }
    | { readonly __typename: 'Verification', readonly id: string }
    | { readonly __typename: 'WebhookDelivery', readonly id: string }
    | { readonly __typename: 'WebhookEndpoint', readonly id: string }
   | null };

export type NodesQueryVariables = Exact<{
  ids: ReadonlyArray<string | number> | string | number;
}>;


export type NodesQuery = { readonly nodes: ReadonlyArray<
    | { readonly __typename: 'Agent', readonly id: string }
    | { readonly __typename: 'AgentAction', readonly id: string }
    | { readonly __typename: 'ApiRequest', readonly id: string }
    | { readonly __typename: 'ApiToken', readonly id: string }
    | { readonly __typename: 'AuditEntry', readonly id: string }
    | { readonly __typename: 'AuthMethod', readonly id: string }
    | { readonly __typename: 'AuthSession', readonly id: string }
    | { readonly __typename: 'BankConnection', readonly id: string }
    | { readonly __typename: 'BankEntry', readonly id: string }
    | { readonly __typename: 'BankFile', readonly id: string }
    | { readonly __typename: 'BankPayment', readonly id: string }
    | { readonly __typename: 'BankStatement', readonly id: string }
    | { readonly __typename: 'BeneficialOwner', readonly id: string }
    | { readonly __typename: 'Customer', readonly id: string }
    | { readonly __typename: 'CustomerImport', readonly id: string }
    | { readonly __typename: 'Document', readonly id: string }
    | { readonly __typename: 'Event', readonly id: string }
    | { readonly __typename: 'ExternalAccount', readonly id: string }
    | { readonly __typename: 'InternalAccount', readonly id: string }
    | { readonly __typename: 'LedgerEntry', readonly id: string }
    | { readonly __typename: 'Member', readonly id: string }
    | { readonly __typename: 'Platform', readonly id: string }
    | { readonly __typename: 'PlatformConfig', readonly id: string }
    | { readonly __typename: 'Quote', readonly id: string }
    | { readonly __typename: 'ScreeningMatch', readonly id: string }
    | { readonly __typename: 'Transaction', readonly id: string }
    | { readonly __typename: 'UnmatchedDeposit', readonly id: string }
    | { readonly __typename: 'Verification', readonly id: string }
    | { readonly __typename: 'WebhookDelivery', readonly id: string }
    | { readonly __typename: 'WebhookEndpoint', readonly id: string }
   | null> };

export type PaymentInstitutionsQueryVariables = Exact<{
  country?: string | null | undefined;
  currency?: string | null | undefined;
}>;


export type PaymentInstitutionsQuery = { readonly paymentInstitutions: ReadonlyArray<(
    { readonly __typename: 'PaymentInstitution' }
    & PaymentInstitutionFieldsFragment
  )> };

export type PlatformAccountsQueryVariables = Exact<{
  currency?: string | null | undefined;
  type?: InternalAccountType | null | undefined;
}>;


export type PlatformAccountsQuery = { readonly platformAccounts: ReadonlyArray<(
    { readonly __typename: 'InternalAccount' }
    & InternalAccountFieldsFragment
  )> };

export type PlatformConfigQueryVariables = Exact<{ [key: string]: never; }>;


export type PlatformConfigQuery = { readonly platformConfig: (
    { readonly __typename: 'PlatformConfig' }
    & PlatformConfigFieldsFragment
  ) };

export type QuoteQueryVariables = Exact<{
  id: string | number;
}>;


export type QuoteQuery = { readonly quote: (
    { readonly __typename: 'Quote' }
    & QuoteFieldsFragment
  ) | null };

export type ReceiverLookupQueryVariables = Exact<{
  input: ReceiverLookupInput;
}>;


export type ReceiverLookupQuery = { readonly receiverLookup:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ReceiverLookup' }
      & ReceiverLookupFieldsFragment
    )
    | (
      { readonly __typename: 'UpstreamError' }
      & UpstreamErrorFieldsFragment
    )
   };

export type RequestsQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: ApiRequestFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type RequestsQuery = { readonly requests: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'ApiRequest' }
      & ApiRequestFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type SandboxClockQueryVariables = Exact<{ [key: string]: never; }>;


export type SandboxClockQuery = { readonly sandboxClock: (
    { readonly __typename: 'SandboxClock' }
    & SandboxClockFieldsFragment
  ) | null };

export type SandboxFaultsQueryVariables = Exact<{ [key: string]: never; }>;


export type SandboxFaultsQuery = { readonly sandboxFaults: ReadonlyArray<(
    { readonly __typename: 'SandboxFault' }
    & SandboxFaultFieldsFragment
  )> };

export type ScreeningMatchesQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: ScreeningMatchFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type ScreeningMatchesQuery = { readonly screeningMatches: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'ScreeningMatch' }
      & ScreeningMatchFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type SessionsQueryVariables = Exact<{
  accountId: string | number;
}>;


export type SessionsQuery = { readonly sessions: ReadonlyArray<(
    { readonly __typename: 'AuthSession' }
    & AuthSessionFieldsFragment
  )> };

export type TransactionQueryVariables = Exact<{
  id: string | number;
}>;


export type TransactionQuery = { readonly transaction: (
    { readonly __typename: 'Transaction' }
    & TransactionFieldsFragment
  ) | null };

export type TransactionStatisticsQueryVariables = Exact<{
  customerId?: string | number | null | undefined;
  interval: StatisticsInterval;
  since: string;
  timeZone?: string | null | undefined;
  type?: TransactionType | null | undefined;
  until: string;
}>;


export type TransactionStatisticsQuery = { readonly transactionStatistics: ReadonlyArray<(
    { readonly __typename: 'TransactionStatistics' }
    & TransactionStatisticsFieldsFragment
  )> };

export type TransactionsQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: TransactionFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type TransactionsQuery = { readonly transactions: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'Transaction' }
      & TransactionFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type UnmatchedDepositQueryVariables = Exact<{
  id: string | number;
}>;


export type UnmatchedDepositQuery = { readonly unmatchedDeposit: (
    { readonly __typename: 'UnmatchedDeposit' }
    & UnmatchedDepositFieldsFragment
  ) | null };

export type UnmatchedDepositsQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: UnmatchedDepositFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type UnmatchedDepositsQuery = { readonly unmatchedDeposits: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'UnmatchedDeposit' }
      & UnmatchedDepositFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type VerificationQueryVariables = Exact<{
  id: string | number;
}>;


export type VerificationQuery = { readonly verification: (
    { readonly __typename: 'Verification' }
    & VerificationFieldsFragment
  ) | null };

export type VerificationProviderQueryVariables = Exact<{ [key: string]: never; }>;


export type VerificationProviderQuery = { readonly verificationProvider: (
    { readonly __typename: 'VerificationProvider' }
    & VerificationProviderFieldsFragment
  ) | null };

export type VerificationsQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: VerificationFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type VerificationsQuery = { readonly verifications: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'Verification' }
      & VerificationFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { readonly viewer:
    | { readonly __typename: 'AccessTokenHolder', readonly expiresAt: string, readonly scopes: ReadonlyArray<AccessTokenScope>, readonly subject: string | null, readonly platform: (
        { readonly __typename: 'Platform' }
        & PlatformFieldsFragment
      ), readonly restrictedTo: (
        { readonly __typename: 'Customer' }
        & CustomerFieldsFragment
      ) | null }
    | (
      { readonly __typename: 'Agent' }
      & AgentFieldsFragment
    )
    | (
      { readonly __typename: 'Member' }
      & MemberFieldsFragment
    )
    | (
      { readonly __typename: 'Platform' }
      & PlatformFieldsFragment
    )
   };

export type WalletConfigQueryVariables = Exact<{ [key: string]: never; }>;


export type WalletConfigQuery = { readonly walletConfig: (
    { readonly __typename: 'WalletConfig' }
    & WalletConfigFieldsFragment
  ) };

export type WebhookDeliveriesQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: WebhookDeliveryFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type WebhookDeliveriesQuery = { readonly webhookDeliveries: { readonly nodes: ReadonlyArray<(
      { readonly __typename: 'WebhookDelivery' }
      & WebhookDeliveryFieldsFragment
    )>, readonly pageInfo: { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly hasNextPage: boolean } } };

export type AddCredentialMutationVariables = Exact<{
  input: AddCredentialInput;
  signedRetry?: SignedRetryInput | null | undefined;
}>;


export type AddCredentialMutation = { readonly addCredential:
    | (
      { readonly __typename: 'AuthMethod' }
      & AuthMethodFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'SignedRequestChallenge' }
      & SignedRequestChallengeFieldsFragment
    )
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'UpstreamError' }
      & UpstreamErrorFieldsFragment
    )
   };

export type AgentCreateExternalAccountMutationVariables = Exact<{
  input: CreateExternalAccountInput;
}>;


export type AgentCreateExternalAccountMutation = { readonly agentCreateExternalAccount:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ExternalAccount' }
      & ExternalAccountFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'PolicyViolationError' }
      & PolicyViolationErrorFieldsFragment
    )
   };

export type AgentCreateQuoteMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  input: CreateQuoteInput;
}>;


export type AgentCreateQuoteMutation = { readonly agentCreateQuote:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & InsufficientBalanceErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | { readonly __typename: 'PaymentPreview' }
    | (
      { readonly __typename: 'PolicyViolationError' }
      & PolicyViolationErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Quote' }
      & QuoteFieldsFragment
    )
    | (
      { readonly __typename: 'QuoteExpiredError' }
      & QuoteExpiredErrorFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'UpstreamError' }
      & UpstreamErrorFieldsFragment
    )
   };

export type PreviewAgentCreateQuoteMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  input: CreateQuoteInput;
}>;


export type PreviewAgentCreateQuoteMutation = { readonly agentCreateQuote:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & InsufficientBalanceErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'PaymentPreview' }
      & PaymentPreviewFieldsFragment
    )
    | (
      { readonly __typename: 'PolicyViolationError' }
      & PolicyViolationErrorFieldsFragment
    )
    | { readonly __typename: 'Quote' }
    | (
      { readonly __typename: 'QuoteExpiredError' }
      & QuoteExpiredErrorFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'UpstreamError' }
      & UpstreamErrorFieldsFragment
    )
   };

export type AgentExecuteQuoteMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  quoteId: string | number;
  signature?: string | null | undefined;
}>;


export type AgentExecuteQuoteMutation = { readonly agentExecuteQuote:
    | (
      { readonly __typename: 'AgentAction' }
      & AgentActionFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & InsufficientBalanceErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | { readonly __typename: 'PaymentPreview' }
    | (
      { readonly __typename: 'PolicyViolationError' }
      & PolicyViolationErrorFieldsFragment
    )
    | (
      { readonly __typename: 'QuoteExpiredError' }
      & QuoteExpiredErrorFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'SignedRequestChallenge' }
      & SignedRequestChallengeFieldsFragment
    )
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
   };

export type PreviewAgentExecuteQuoteMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  quoteId: string | number;
  signature?: string | null | undefined;
}>;


export type PreviewAgentExecuteQuoteMutation = { readonly agentExecuteQuote:
    | { readonly __typename: 'AgentAction' }
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & InsufficientBalanceErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'PaymentPreview' }
      & PaymentPreviewFieldsFragment
    )
    | (
      { readonly __typename: 'PolicyViolationError' }
      & PolicyViolationErrorFieldsFragment
    )
    | (
      { readonly __typename: 'QuoteExpiredError' }
      & QuoteExpiredErrorFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | { readonly __typename: 'SignedRequestChallenge' }
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
   };

export type AgentTransferInMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  input: TransferInput;
}>;


export type AgentTransferInMutation = { readonly agentTransferIn:
    | (
      { readonly __typename: 'AgentAction' }
      & AgentActionFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & InsufficientBalanceErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | { readonly __typename: 'PaymentPreview' }
    | (
      { readonly __typename: 'PolicyViolationError' }
      & PolicyViolationErrorFieldsFragment
    )
    | (
      { readonly __typename: 'QuoteExpiredError' }
      & QuoteExpiredErrorFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'SignedRequestChallenge' }
      & SignedRequestChallengeFieldsFragment
    )
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
   };

export type PreviewAgentTransferInMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  input: TransferInput;
}>;


export type PreviewAgentTransferInMutation = { readonly agentTransferIn:
    | { readonly __typename: 'AgentAction' }
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & InsufficientBalanceErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'PaymentPreview' }
      & PaymentPreviewFieldsFragment
    )
    | (
      { readonly __typename: 'PolicyViolationError' }
      & PolicyViolationErrorFieldsFragment
    )
    | (
      { readonly __typename: 'QuoteExpiredError' }
      & QuoteExpiredErrorFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | { readonly __typename: 'SignedRequestChallenge' }
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
   };

export type AgentTransferOutMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  input: TransferInput;
}>;


export type AgentTransferOutMutation = { readonly agentTransferOut:
    | (
      { readonly __typename: 'AgentAction' }
      & AgentActionFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & InsufficientBalanceErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | { readonly __typename: 'PaymentPreview' }
    | (
      { readonly __typename: 'PolicyViolationError' }
      & PolicyViolationErrorFieldsFragment
    )
    | (
      { readonly __typename: 'QuoteExpiredError' }
      & QuoteExpiredErrorFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'SignedRequestChallenge' }
      & SignedRequestChallengeFieldsFragment
    )
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
   };

export type PreviewAgentTransferOutMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  input: TransferInput;
}>;


export type PreviewAgentTransferOutMutation = { readonly agentTransferOut:
    | { readonly __typename: 'AgentAction' }
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & InsufficientBalanceErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'PaymentPreview' }
      & PaymentPreviewFieldsFragment
    )
    | (
      { readonly __typename: 'PolicyViolationError' }
      & PolicyViolationErrorFieldsFragment
    )
    | (
      { readonly __typename: 'QuoteExpiredError' }
      & QuoteExpiredErrorFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | { readonly __typename: 'SignedRequestChallenge' }
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
   };

export type ApproveAgentActionMutationVariables = Exact<{
  comment?: string | null | undefined;
  id: string | number;
  quoteId?: string | number | null | undefined;
  tolerance?: ApprovalToleranceInput | null | undefined;
}>;


export type ApproveAgentActionMutation = { readonly approveAgentAction:
    | (
      { readonly __typename: 'AgentAction' }
      & AgentActionFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type ApproveTransactionMutationVariables = Exact<{
  id: string | number;
  receiverCustomerInfo?: Record<string, string> | null | undefined;
}>;


export type ApproveTransactionMutation = { readonly approveTransaction:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Transaction' }
      & TransactionFieldsFragment
    )
   };

export type AssignUnmatchedDepositMutationVariables = Exact<{
  accountId: string | number;
  comment?: string | null | undefined;
  id: string | number;
}>;


export type AssignUnmatchedDepositMutation = { readonly assignUnmatchedDeposit:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'UnmatchedDeposit' }
      & UnmatchedDepositFieldsFragment
    )
   };

export type CancelBankFileMutationVariables = Exact<{
  comment?: string | null | undefined;
  id: string | number;
}>;


export type CancelBankFileMutation = { readonly cancelBankFile:
    | (
      { readonly __typename: 'BankFile' }
      & BankFileFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type CancelInvitationMutationVariables = Exact<{
  code: string;
}>;


export type CancelInvitationMutation = { readonly cancelInvitation:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Invitation' }
      & InvitationFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
   };

export type ChallengeCredentialMutationVariables = Exact<{
  clientPublicKey?: string | null | undefined;
  id: string | number;
}>;


export type ChallengeCredentialMutation = { readonly challengeCredential:
    | (
      { readonly __typename: 'AuthMethod' }
      & AuthMethodFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | { readonly __typename: 'PasskeyAuthChallenge', readonly challenge: string, readonly credentialId: string | null, readonly expiresAt: string, readonly requestId: string, readonly rpId: string, readonly credential: (
        { readonly __typename: 'AuthMethod' }
        & AuthMethodFieldsFragment
      ) }
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'UpstreamError' }
      & UpstreamErrorFieldsFragment
    )
   };

export type ClaimInvitationMutationVariables = Exact<{
  code: string;
  inviteeUma: string;
}>;


export type ClaimInvitationMutation = { readonly claimInvitation:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Invitation' }
      & InvitationFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
   };

export type CloseBankConnectionMutationVariables = Exact<{
  id: string | number;
}>;


export type CloseBankConnectionMutation = { readonly closeBankConnection:
    | (
      { readonly __typename: 'BankConnection' }
      & BankConnectionFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type CreateAccessTokenMutationVariables = Exact<{
  input: CreateAccessTokenInput;
}>;


export type CreateAccessTokenMutation = { readonly createAccessToken:
    | (
      { readonly __typename: 'AccessTokenCreated' }
      & AccessTokenCreatedFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
   };

export type CreateAgentMutationVariables = Exact<{
  input: CreateAgentInput;
}>;


export type CreateAgentMutation = { readonly createAgent:
    | { readonly __typename: 'AgentCreated', readonly agent: (
        { readonly __typename: 'Agent' }
        & AgentFieldsFragment
      ), readonly deviceCode: (
        { readonly __typename: 'DeviceCode' }
        & DeviceCodeFieldsFragment
      ) }
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type CreateApiTokenMutationVariables = Exact<{
  input: CreateApiTokenInput;
}>;


export type CreateApiTokenMutation = { readonly createApiToken:
    | { readonly __typename: 'ApiTokenCreated', readonly clientSecret: string, readonly token: (
        { readonly __typename: 'ApiToken' }
        & ApiTokenFieldsFragment
      ) }
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
   };

export type CreateBankConnectionMutationVariables = Exact<{
  input: CreateBankConnectionInput;
}>;


export type CreateBankConnectionMutation = { readonly createBankConnection:
    | (
      { readonly __typename: 'BankConnection' }
      & BankConnectionFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
   };

export type CreateBeneficialOwnerMutationVariables = Exact<{
  input: CreateBeneficialOwnerInput;
}>;


export type CreateBeneficialOwnerMutation = { readonly createBeneficialOwner:
    | (
      { readonly __typename: 'BeneficialOwner' }
      & BeneficialOwnerFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type CreateCustomerMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  input: CreateCustomerInput;
}>;


export type CreateCustomerMutation = { readonly createCustomer:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Customer' }
      & CustomerFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
   };

export type CreateDeviceCodeMutationVariables = Exact<{
  agentId: string | number;
}>;


export type CreateDeviceCodeMutation = { readonly createDeviceCode:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'DeviceCode' }
      & DeviceCodeFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
   };

export type CreateExternalAccountMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  input: CreateExternalAccountInput;
}>;


export type CreateExternalAccountMutation = { readonly createExternalAccount:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ExternalAccount' }
      & ExternalAccountFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type CreateInvitationMutationVariables = Exact<{
  input: CreateInvitationInput;
}>;


export type CreateInvitationMutation = { readonly createInvitation:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Invitation' }
      & InvitationFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type CreateMemberMutationVariables = Exact<{
  input: CreateMemberInput;
}>;


export type CreateMemberMutation = { readonly createMember:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Member' }
      & MemberFieldsFragment
    )
   };

export type CreatePasskeyOptionsMutationVariables = Exact<{
  accountId: string | number;
}>;


export type CreatePasskeyOptionsMutation = { readonly createPasskeyOptions:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'PublicKeyCredentialCreationOptions' }
      & PublicKeyCredentialCreationOptionsFieldsFragment
    )
   };

export type CreateQuoteMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  input: CreateQuoteInput;
}>;


export type CreateQuoteMutation = { readonly createQuote:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & InsufficientBalanceErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | { readonly __typename: 'PaymentPreview' }
    | (
      { readonly __typename: 'Quote' }
      & QuoteFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'UpstreamError' }
      & UpstreamErrorFieldsFragment
    )
   };

export type PreviewCreateQuoteMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  input: CreateQuoteInput;
}>;


export type PreviewCreateQuoteMutation = { readonly createQuote:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & InsufficientBalanceErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'PaymentPreview' }
      & PaymentPreviewFieldsFragment
    )
    | { readonly __typename: 'Quote' }
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'UpstreamError' }
      & UpstreamErrorFieldsFragment
    )
   };

export type DecideScreeningMatchMutationVariables = Exact<{
  input: DecideScreeningMatchInput;
}>;


export type DecideScreeningMatchMutation = { readonly decideScreeningMatch:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ScreeningMatch' }
      & ScreeningMatchFieldsFragment
    )
   };

export type DecideVerificationMutationVariables = Exact<{
  input: DecideVerificationInput;
}>;


export type DecideVerificationMutation = { readonly decideVerification:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Verification' }
      & VerificationFieldsFragment
    )
   };

export type DeleteAgentMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteAgentMutation = { readonly deleteAgent:
    | (
      { readonly __typename: 'Deleted' }
      & DeletedFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type DeleteApiTokenMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteApiTokenMutation = { readonly deleteApiToken:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Deleted' }
      & DeletedFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type DeleteCustomerMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteCustomerMutation = { readonly deleteCustomer:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Customer' }
      & CustomerFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type DeleteDocumentMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteDocumentMutation = { readonly deleteDocument:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Deleted' }
      & DeletedFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type DeleteExternalAccountMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteExternalAccountMutation = { readonly deleteExternalAccount:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Deleted' }
      & DeletedFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type DeleteMemberMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteMemberMutation = { readonly deleteMember:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Deleted' }
      & DeletedFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type DeleteSandboxFaultMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteSandboxFaultMutation = { readonly deleteSandboxFault:
    | (
      { readonly __typename: 'Deleted' }
      & DeletedFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type DeleteSandboxFaultsMutationVariables = Exact<{ [key: string]: never; }>;


export type DeleteSandboxFaultsMutation = { readonly deleteSandboxFaults:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'SandboxFaultsDeleted' }
      & SandboxFaultsDeletedFieldsFragment
    )
   };

export type DeleteVerificationProviderMutationVariables = Exact<{ [key: string]: never; }>;


export type DeleteVerificationProviderMutation = { readonly deleteVerificationProvider:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'VerificationProvider' }
      & VerificationProviderFieldsFragment
    )
   };

export type DismissBankFileMutationVariables = Exact<{
  comment?: string | null | undefined;
  id: string | number;
}>;


export type DismissBankFileMutation = { readonly dismissBankFile:
    | (
      { readonly __typename: 'BankFile' }
      & BankFileFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type ExchangeBankFilesMutationVariables = Exact<{
  id: string | number;
}>;


export type ExchangeBankFilesMutation = { readonly exchangeBankFiles:
    | (
      { readonly __typename: 'BankConnection' }
      & BankConnectionFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type ExecuteQuoteMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  quoteId: string | number;
  signature?: string | null | undefined;
}>;


export type ExecuteQuoteMutation = { readonly executeQuote:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & InsufficientBalanceErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | { readonly __typename: 'PaymentPreview' }
    | (
      { readonly __typename: 'QuoteExpiredError' }
      & QuoteExpiredErrorFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'SignedRequestChallenge' }
      & SignedRequestChallengeFieldsFragment
    )
    | (
      { readonly __typename: 'Transaction' }
      & TransactionFieldsFragment
    )
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
   };

export type PreviewExecuteQuoteMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  quoteId: string | number;
  signature?: string | null | undefined;
}>;


export type PreviewExecuteQuoteMutation = { readonly executeQuote:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & InsufficientBalanceErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'PaymentPreview' }
      & PaymentPreviewFieldsFragment
    )
    | (
      { readonly __typename: 'QuoteExpiredError' }
      & QuoteExpiredErrorFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | { readonly __typename: 'SignedRequestChallenge' }
    | { readonly __typename: 'Transaction' }
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
   };

export type ExportWalletMutationVariables = Exact<{
  accountId: string | number;
  clientPublicKey: string;
  signedRetry?: SignedRetryInput | null | undefined;
}>;


export type ExportWalletMutation = { readonly exportWallet:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'SignedRequestChallenge' }
      & SignedRequestChallengeFieldsFragment
    )
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'WalletExport' }
      & WalletExportFieldsFragment
    )
   };

export type ImportCustomersMutationVariables = Exact<{
  dryRun?: boolean | null | undefined;
  file: Blob;
  format?: CustomerImportFormat | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type ImportCustomersMutation = { readonly importCustomers:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'CustomerImport' }
      & CustomerImportFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
   };

export type RedeemDeviceCodeMutationVariables = Exact<{
  code: string;
}>;


export type RedeemDeviceCodeMutation = { readonly redeemDeviceCode:
    | { readonly __typename: 'AgentConnected', readonly accessToken: string, readonly agent: (
        { readonly __typename: 'Agent' }
        & AgentFieldsFragment
      ) }
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
   };

export type RedeliverWebhookMutationVariables = Exact<{
  deliveryId: string | number;
}>;


export type RedeliverWebhookMutation = { readonly redeliverWebhook:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'WebhookDelivery' }
      & WebhookDeliveryFieldsFragment
    )
   };

export type RedeliverWebhooksMutationVariables = Exact<{
  after: string;
  endpointId?: string | number | null | undefined;
}>;


export type RedeliverWebhooksMutation = { readonly redeliverWebhooks:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'WebhookRedelivery' }
      & WebhookRedeliveryFieldsFragment
    )
   };

export type RefreshSessionMutationVariables = Exact<{
  clientPublicKey: string;
  id: string | number;
  signedRetry?: SignedRetryInput | null | undefined;
}>;


export type RefreshSessionMutation = { readonly refreshSession:
    | { readonly __typename: 'ClientKeySession', readonly session: (
        { readonly __typename: 'AuthSession' }
        & AuthSessionFieldsFragment
      ) }
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | { readonly __typename: 'IssuedSession', readonly encryptedSessionSigningKey: string, readonly session: (
        { readonly __typename: 'AuthSession' }
        & AuthSessionFieldsFragment
      ) }
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'SignedRequestChallenge' }
      & SignedRequestChallengeFieldsFragment
    )
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
   };

export type RejectAgentActionMutationVariables = Exact<{
  id: string | number;
  reason?: string | null | undefined;
}>;


export type RejectAgentActionMutation = { readonly rejectAgentAction:
    | (
      { readonly __typename: 'AgentAction' }
      & AgentActionFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type RejectTransactionMutationVariables = Exact<{
  id: string | number;
  reason?: string | null | undefined;
}>;


export type RejectTransactionMutation = { readonly rejectTransaction:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Transaction' }
      & TransactionFieldsFragment
    )
   };

export type ReleaseBankFileMutationVariables = Exact<{
  comment?: string | null | undefined;
  id: string | number;
}>;


export type ReleaseBankFileMutation = { readonly releaseBankFile:
    | (
      { readonly __typename: 'BankFile' }
      & BankFileFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type ReplaceDocumentMutationVariables = Exact<{
  file: Blob;
  id: string | number;
  input: ReplaceDocumentInput;
}>;


export type ReplaceDocumentMutation = { readonly replaceDocument:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Document' }
      & DocumentFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type ResolveBankEntryMutationVariables = Exact<{
  id: string | number;
  isBankFee?: boolean | null | undefined;
  isExecution?: boolean | null | undefined;
  resolution: string;
}>;


export type ResolveBankEntryMutation = { readonly resolveBankEntry:
    | (
      { readonly __typename: 'BankEntry' }
      & BankEntryFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type ReturnUnmatchedDepositMutationVariables = Exact<{
  comment?: string | null | undefined;
  id: string | number;
}>;


export type ReturnUnmatchedDepositMutation = { readonly returnUnmatchedDeposit:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'UnmatchedDeposit' }
      & UnmatchedDepositFieldsFragment
    )
   };

export type RevokeAccessTokenMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeAccessTokenMutation = { readonly revokeAccessToken:
    | (
      { readonly __typename: 'Deleted' }
      & DeletedFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type RevokeCredentialMutationVariables = Exact<{
  id: string | number;
  signedRetry?: SignedRetryInput | null | undefined;
}>;


export type RevokeCredentialMutation = { readonly revokeCredential:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'CredentialRevoked' }
      & CredentialRevokedFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'SignedRequestChallenge' }
      & SignedRequestChallengeFieldsFragment
    )
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
   };

export type RevokeMemberSessionMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeMemberSessionMutation = { readonly revokeMemberSession:
    | (
      { readonly __typename: 'Deleted' }
      & DeletedFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type RevokeSessionMutationVariables = Exact<{
  id: string | number;
  signedRetry?: SignedRetryInput | null | undefined;
}>;


export type RevokeSessionMutation = { readonly revokeSession:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'SessionRevoked' }
      & SessionRevokedFieldsFragment
    )
    | (
      { readonly __typename: 'SignedRequestChallenge' }
      & SignedRequestChallengeFieldsFragment
    )
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
   };

export type RotateWebhookKeyMutationVariables = Exact<{
  immediately?: boolean | null | undefined;
}>;


export type RotateWebhookKeyMutation = { readonly rotateWebhookKey:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'WebhookKeys' }
      & WebhookKeysFieldsFragment
    )
   };

export type SandboxAdvanceClockMutationVariables = Exact<{
  seconds: number;
}>;


export type SandboxAdvanceClockMutation = { readonly sandboxAdvanceClock:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'SandboxClock' }
      & SandboxClockFieldsFragment
    )
   };

export type SandboxFaultMutationVariables = Exact<{
  input: SandboxFaultInput;
}>;


export type SandboxFaultMutation = { readonly sandboxFault:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'SandboxFault' }
      & SandboxFaultFieldsFragment
    )
   };

export type SandboxFundAccountMutationVariables = Exact<{
  accountId: string | number;
  amount: number;
  idempotencyKey?: string | null | undefined;
}>;


export type SandboxFundAccountMutation = { readonly sandboxFundAccount:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InternalAccount' }
      & InternalAccountFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type SandboxOidcTokenMutationVariables = Exact<{
  audience?: string | null | undefined;
  email?: string | null | undefined;
  issuer?: string | null | undefined;
  subject: string;
}>;


export type SandboxOidcTokenMutation = { readonly sandboxOidcToken:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'SandboxOidcToken' }
      & SandboxOidcTokenFieldsFragment
    )
   };

export type SandboxReceiveUmaMutationVariables = Exact<{
  input: SandboxReceiveUmaInput;
}>;


export type SandboxReceiveUmaMutation = { readonly sandboxReceiveUma:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Transaction' }
      & TransactionFieldsFragment
    )
   };

export type SandboxSendMutationVariables = Exact<{
  currencyAmount?: number | null | undefined;
  currencyCode: string;
  quoteId: string | number;
}>;


export type SandboxSendMutation = { readonly sandboxSend:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | { readonly __typename: 'PaymentPreview' }
    | (
      { readonly __typename: 'QuoteExpiredError' }
      & QuoteExpiredErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Transaction' }
      & TransactionFieldsFragment
    )
   };

export type PreviewSandboxSendMutationVariables = Exact<{
  currencyAmount?: number | null | undefined;
  currencyCode: string;
  quoteId: string | number;
}>;


export type PreviewSandboxSendMutation = { readonly sandboxSend:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'PaymentPreview' }
      & PaymentPreviewFieldsFragment
    )
    | (
      { readonly __typename: 'QuoteExpiredError' }
      & QuoteExpiredErrorFieldsFragment
    )
    | { readonly __typename: 'Transaction' }
   };

export type SandboxSendTestWebhookMutationVariables = Exact<{
  endpointId?: string | number | null | undefined;
}>;


export type SandboxSendTestWebhookMutation = { readonly sandboxSendTestWebhook:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'TestWebhookSent' }
      & TestWebhookSentFieldsFragment
    )
    | (
      { readonly __typename: 'UpstreamError' }
      & UpstreamErrorFieldsFragment
    )
   };

export type SetDirectDebitMandateMutationVariables = Exact<{
  externalAccountId: string | number;
  isOneOff?: boolean | null | undefined;
  reference: string;
  signedOn: string;
}>;


export type SetDirectDebitMandateMutation = { readonly setDirectDebitMandate:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ExternalAccount' }
      & ExternalAccountFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type SetVerificationProviderMutationVariables = Exact<{
  input: SetVerificationProviderInput;
}>;


export type SetVerificationProviderMutation = { readonly setVerificationProvider:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'VerificationProvider' }
      & VerificationProviderFieldsFragment
    )
   };

export type SubmitVerificationMutationVariables = Exact<{
  input: SubmitVerificationInput;
}>;


export type SubmitVerificationMutation = { readonly submitVerification:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Verification' }
      & VerificationFieldsFragment
    )
   };

export type TransferInMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  input: TransferInput;
}>;


export type TransferInMutation = { readonly transferIn:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | { readonly __typename: 'PaymentPreview' }
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Transaction' }
      & TransactionFieldsFragment
    )
   };

export type PreviewTransferInMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  input: TransferInput;
}>;


export type PreviewTransferInMutation = { readonly transferIn:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'PaymentPreview' }
      & PaymentPreviewFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | { readonly __typename: 'Transaction' }
   };

export type TransferOutMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  input: TransferInput;
}>;


export type TransferOutMutation = { readonly transferOut:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & InsufficientBalanceErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | { readonly __typename: 'PaymentPreview' }
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Transaction' }
      & TransactionFieldsFragment
    )
   };

export type PreviewTransferOutMutationVariables = Exact<{
  idempotencyKey?: string | null | undefined;
  input: TransferInput;
}>;


export type PreviewTransferOutMutation = { readonly transferOut:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InsufficientBalanceError' }
      & InsufficientBalanceErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'PaymentPreview' }
      & PaymentPreviewFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | { readonly __typename: 'Transaction' }
   };

export type UpdateAgentMutationVariables = Exact<{
  id: string | number;
  input: UpdateAgentInput;
}>;


export type UpdateAgentMutation = { readonly updateAgent:
    | (
      { readonly __typename: 'Agent' }
      & AgentFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type UpdateAgentPolicyMutationVariables = Exact<{
  id: string | number;
  input: UpdateAgentPolicyInput;
}>;


export type UpdateAgentPolicyMutation = { readonly updateAgentPolicy:
    | (
      { readonly __typename: 'Agent' }
      & AgentFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type UpdateApprovalRulesMutationVariables = Exact<{
  input: UpdateApprovalRulesInput;
}>;


export type UpdateApprovalRulesMutation = { readonly updateApprovalRules:
    | (
      { readonly __typename: 'ApprovalRules' }
      & ApprovalRulesFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
   };

export type UpdateBankConnectionMutationVariables = Exact<{
  id: string | number;
  input: UpdateBankConnectionInput;
}>;


export type UpdateBankConnectionMutation = { readonly updateBankConnection:
    | (
      { readonly __typename: 'BankConnection' }
      & BankConnectionFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type UpdateBeneficialOwnerMutationVariables = Exact<{
  id: string | number;
  input: UpdateBeneficialOwnerInput;
}>;


export type UpdateBeneficialOwnerMutation = { readonly updateBeneficialOwner:
    | (
      { readonly __typename: 'BeneficialOwner' }
      & BeneficialOwnerFieldsFragment
    )
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type UpdateCustomerMutationVariables = Exact<{
  id: string | number;
  input: UpdateCustomerInput;
  signedRetry?: SignedRetryInput | null | undefined;
}>;


export type UpdateCustomerMutation = { readonly updateCustomer:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Customer' }
      & CustomerFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'SignedRequestChallenge' }
      & SignedRequestChallengeFieldsFragment
    )
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'UpstreamError' }
      & UpstreamErrorFieldsFragment
    )
   };

export type UpdateMemberMutationVariables = Exact<{
  id: string | number;
  input: UpdateMemberInput;
}>;


export type UpdateMemberMutation = { readonly updateMember:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Member' }
      & MemberFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type UpdatePlatformConfigMutationVariables = Exact<{
  input: UpdatePlatformConfigInput;
}>;


export type UpdatePlatformConfigMutation = { readonly updatePlatformConfig:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'PlatformConfig' }
      & PlatformConfigFieldsFragment
    )
   };

export type UpdateRateSettingsMutationVariables = Exact<{
  input: UpdateRateSettingsInput;
}>;


export type UpdateRateSettingsMutation = { readonly updateRateSettings:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'RateSettings' }
      & RateSettingsFieldsFragment
    )
   };

export type UpdateWalletPrivacyMutationVariables = Exact<{
  accountId: string | number;
  privateEnabled: boolean;
  signedRetry?: SignedRetryInput | null | undefined;
}>;


export type UpdateWalletPrivacyMutation = { readonly updateWalletPrivacy:
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InternalAccount' }
      & InternalAccountFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'SignedRequestChallenge' }
      & SignedRequestChallengeFieldsFragment
    )
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
   };

export type UploadDocumentMutationVariables = Exact<{
  file: Blob;
  input: UploadDocumentInput;
}>;


export type UploadDocumentMutation = { readonly uploadDocument:
    | (
      { readonly __typename: 'ConflictError' }
      & ConflictErrorFieldsFragment
    )
    | (
      { readonly __typename: 'Document' }
      & DocumentFieldsFragment
    )
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
   };

export type VerifyCredentialMutationVariables = Exact<{
  id: string | number;
  input: VerifyCredentialInput;
}>;


export type VerifyCredentialMutation = { readonly verifyCredential:
    | { readonly __typename: 'ClientKeySession', readonly session: (
        { readonly __typename: 'AuthSession' }
        & AuthSessionFieldsFragment
      ) }
    | (
      { readonly __typename: 'ForbiddenError' }
      & ForbiddenErrorFieldsFragment
    )
    | (
      { readonly __typename: 'InvalidInputError' }
      & InvalidInputErrorFieldsFragment
    )
    | { readonly __typename: 'IssuedSession', readonly encryptedSessionSigningKey: string, readonly session: (
        { readonly __typename: 'AuthSession' }
        & AuthSessionFieldsFragment
      ) }
    | (
      { readonly __typename: 'NotFoundError' }
      & NotFoundErrorFieldsFragment
    )
    | (
      { readonly __typename: 'RateLimitedError' }
      & RateLimitedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'UnauthorizedError' }
      & UnauthorizedErrorFieldsFragment
    )
    | (
      { readonly __typename: 'UpstreamError' }
      & UpstreamErrorFieldsFragment
    )
   };

export type AgentActionUpdatedSubscriptionVariables = Exact<{
  actionId?: string | number | null | undefined;
  after?: string | null | undefined;
  agentId?: string | number | null | undefined;
  customerId?: string | number | null | undefined;
  status?: ReadonlyArray<AgentActionStatus> | AgentActionStatus | null | undefined;
}>;


export type AgentActionUpdatedSubscription = { readonly agentActionUpdated: { readonly __typename: 'AgentActionUpdate', readonly cursor: string, readonly occurredAt: string, readonly previousStatus: AgentActionStatus | null, readonly status: AgentActionStatus, readonly action: (
      { readonly __typename: 'AgentAction' }
      & AgentActionFieldsFragment
    ) } };

export type EventPublishedSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  customerId?: string | number | null | undefined;
  kinds?: ReadonlyArray<EventKind> | EventKind | null | undefined;
  resourceId?: string | number | null | undefined;
}>;


export type EventPublishedSubscription = { readonly eventPublished: { readonly __typename: 'EventUpdate', readonly cursor: string, readonly occurredAt: string, readonly event: (
      { readonly __typename: 'Event' }
      & EventFieldsFragment
    ) } };

export type TransactionUpdatedSubscriptionVariables = Exact<{
  accountId?: string | number | null | undefined;
  after?: string | null | undefined;
  customerId?: string | number | null | undefined;
  transactionId?: string | number | null | undefined;
}>;


export type TransactionUpdatedSubscription = { readonly transactionUpdated: { readonly __typename: 'TransactionUpdate', readonly cursor: string, readonly occurredAt: string, readonly previousStatus: TransactionStatus | null, readonly refundStatus: RefundStatus | null, readonly status: TransactionStatus, readonly transaction: (
      { readonly __typename: 'Transaction' }
      & TransactionFieldsFragment
    ) } };

export type TransactionExplanationQueryVariables = Exact<{
  id: string | number;
}>;


export type TransactionExplanationQuery = { readonly transaction: { readonly __typename: 'Transaction', readonly id: string, readonly explanation: (
      { readonly __typename: 'TransactionExplanation' }
      & TransactionExplanationFieldsFragment
    ) } | null };

export type TransactionLedgerQueryVariables = Exact<{
  id: string | number;
}>;


export type TransactionLedgerQuery = { readonly transaction: { readonly __typename: 'Transaction', readonly id: string, readonly hold: (
      { readonly __typename: 'Hold' }
      & HoldFieldsFragment
    ) | null, readonly ledgerEntries: ReadonlyArray<{ readonly __typename: 'LedgerEntry', readonly id: string }> } | null };

export type AgentCapabilitiesQueryVariables = Exact<{ [key: string]: never; }>;


export type AgentCapabilitiesQuery = { readonly agentMe: { readonly __typename: 'Agent', readonly id: string, readonly capabilities: ReadonlyArray<(
      { readonly __typename: 'AgentCapability' }
      & AgentCapabilityFieldsFragment
    )> } };

export type AccessTokenCreatedFieldsFragment = { readonly accessToken: string, readonly expiresAt: string, readonly id: string };

export type AccountBeneficiaryFieldsFragment = { readonly fullName: string, readonly type: BeneficiaryType };

export type AccountChangeNoticeFieldsFragment = { readonly accountKind: string | null, readonly accountNumber: string | null, readonly createdAt: string, readonly name: string | null, readonly reasonCode: string, readonly routingNumber: string | null };

export type AccountRestrictionsFieldsFragment = { readonly allowedAccountIds: ReadonlyArray<string> | null, readonly accountRules: ReadonlyArray<(
    { readonly __typename: 'AccountRule' }
    & AccountRuleFieldsFragment
  )> };

export type AccountRuleFieldsFragment = { readonly accountId: string, readonly executionMode: AgentExecutionMode | null, readonly perTransactionLimit: number | null };

export type ActorFieldsFragment = { readonly id: string | null, readonly kind: ActorKind, readonly name: string | null };

export type AddressFieldsFragment = { readonly city: string | null, readonly country: string | null, readonly line1: string | null, readonly line2: string | null, readonly postalCode: string | null, readonly state: string | null };

export type AgentActionDecisionFieldsFragment = { readonly comment: string | null, readonly decidedAt: string, readonly decidedBy: string, readonly isApproved: boolean };

export type AgentActionFieldsFragment = { readonly approvalsGiven: number, readonly comment: string | null, readonly createdAt: string, readonly decidedAt: string | null, readonly decidedBy: string | null, readonly description: string | null, readonly exchangeRate: number | null, readonly expiresAt: string, readonly failureReason: string | null, readonly fees: number, readonly id: string, readonly platformCustomerId: string, readonly reason: string | null, readonly rejectionReason: string | null, readonly requiredApprovals: number, readonly status: AgentActionStatus, readonly type: AgentActionType, readonly updatedAt: string, readonly agent: { readonly __typename: 'Agent', readonly id: string }, readonly approvalReason: (
    { readonly __typename: 'ApprovalReason' }
    & ApprovalReasonFieldsFragment
  ) | null, readonly customer: { readonly __typename: 'Customer', readonly id: string }, readonly decision: (
    { readonly __typename: 'AgentActionDecision' }
    & AgentActionDecisionFieldsFragment
  ) | null, readonly evaluation: (
    { readonly __typename: 'PolicyEvaluation' }
    & PolicyEvaluationFieldsFragment
  ) | null, readonly limits: ReadonlyArray<(
    { readonly __typename: 'AgentLimit' }
    & AgentLimitFieldsFragment
  )>, readonly payee: (
    { readonly __typename: 'Payee' }
    & PayeeFieldsFragment
  ) | null, readonly quote: { readonly __typename: 'Quote', readonly id: string } | null, readonly receivingAmount: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ), readonly repricings: ReadonlyArray<(
    { readonly __typename: 'AgentActionRepricing' }
    & AgentActionRepricingFieldsFragment
  )>, readonly sendingAmount: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ), readonly sourceAccount: (
    { readonly __typename: 'AgentActionSourceAccount' }
    & AgentActionSourceAccountFieldsFragment
  ), readonly supersededVotes: ReadonlyArray<(
    { readonly __typename: 'AgentActionVote' }
    & AgentActionVoteFieldsFragment
  )> | null, readonly transaction: { readonly __typename: 'Transaction', readonly id: string } | null, readonly transferDetails: (
    { readonly __typename: 'TransferDetails' }
    & TransferDetailsFieldsFragment
  ) | null, readonly votes: ReadonlyArray<(
    { readonly __typename: 'AgentActionVote' }
    & AgentActionVoteFieldsFragment
  )> | null };

export type AgentActionRepricingFieldsFragment = { readonly createdAt: string, readonly outcome: RepricingOutcome, readonly slippage: string, readonly after: (
    { readonly __typename: 'PaymentFigures' }
    & PaymentFiguresFieldsFragment
  ), readonly before: (
    { readonly __typename: 'PaymentFigures' }
    & PaymentFiguresFieldsFragment
  ) };

export type AgentActionSourceAccountFieldsFragment = { readonly availableBalance: number | null, readonly currency: string, readonly id: string };

export type AgentActionVoteFieldsFragment = { readonly comment: string | null, readonly createdAt: string, readonly decision: VoteDecision, readonly actor: (
    { readonly __typename: 'Actor' }
    & ActorFieldsFragment
  ), readonly tolerance: (
    { readonly __typename: 'ApprovalTolerance' }
    & ApprovalToleranceFieldsFragment
  ) | null };

export type AgentCapabilityFieldsFragment = { readonly allowed: boolean, readonly mode: AgentOperationMode | null, readonly operation: string, readonly reason: string | null, readonly approvalThreshold: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ) | null, readonly limits: ReadonlyArray<(
    { readonly __typename: 'AgentCapabilityLimit' }
    & AgentCapabilityLimitFieldsFragment
  )> };

export type AgentCapabilityLimitFieldsFragment = { readonly limit: number, readonly name: PolicyRule, readonly remaining: number, readonly reserved: number, readonly resetsAt: string | null, readonly used: number, readonly currency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ) | null };

export type AgentFieldsFragment = { readonly createdAt: string, readonly id: string, readonly isConnected: boolean, readonly isPaused: boolean, readonly name: string, readonly policyVersion: number, readonly updatedAt: string, readonly customer: { readonly __typename: 'Customer', readonly id: string }, readonly policy: (
    { readonly __typename: 'AgentPolicy' }
    & AgentPolicyFieldsFragment
  ), readonly usage: (
    { readonly __typename: 'AgentUsage' }
    & AgentUsageFieldsFragment
  ) };

export type AgentLimitFieldsFragment = { readonly limit: number, readonly name: PolicyRule, readonly remaining: number, readonly reserved: number, readonly used: number, readonly currency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ) | null };

export type AgentPolicyFieldsFragment = { readonly defaultExecutionMode: AgentExecutionMode, readonly permissions: ReadonlyArray<AgentPermission>, readonly requiredApprovals: number | null, readonly accountRestrictions: (
    { readonly __typename: 'AccountRestrictions' }
    & AccountRestrictionsFieldsFragment
  ) | null, readonly approvalThresholds: (
    { readonly __typename: 'ApprovalThresholds' }
    & ApprovalThresholdsFieldsFragment
  ) | null, readonly rules: (
    { readonly __typename: 'PolicyRules' }
    & PolicyRulesFieldsFragment
  ) | null, readonly spendingLimits: (
    { readonly __typename: 'SpendingLimits' }
    & SpendingLimitsFieldsFragment
  ) };

export type AgentReservationFieldsFragment = { readonly dailySpend: number, readonly monthlySpend: number, readonly transactionCount: number };

export type AgentUsageFieldsFragment = { readonly dailyResetDate: string, readonly dailySpend: number, readonly dailyTransactionCount: number, readonly monthlyResetMonth: string, readonly monthlySpend: number, readonly reserved: (
    { readonly __typename: 'AgentReservation' }
    & AgentReservationFieldsFragment
  ) };

export type ApiRequestFieldsFragment = { readonly address: string | null, readonly durationMs: number, readonly errorCode: string | null, readonly id: string, readonly method: string, readonly operation: string, readonly operationName: string | null, readonly requestBody: string | null, readonly requestId: string, readonly responseBody: string | null, readonly startedAt: string, readonly status: number, readonly transport: RequestTransport, readonly actor: (
    { readonly __typename: 'Actor' }
    & ActorFieldsFragment
  ), readonly changes: ReadonlyArray<{ readonly __typename: 'AuditEntry', readonly id: string }>, readonly deliveries: ReadonlyArray<{ readonly __typename: 'WebhookDelivery', readonly id: string }>, readonly events: ReadonlyArray<{ readonly __typename: 'Event', readonly id: string }> };

export type ApiTokenFieldsFragment = { readonly clientId: string, readonly createdAt: string, readonly id: string, readonly name: string, readonly permissions: ReadonlyArray<Permission>, readonly updatedAt: string };

export type ApprovalNotificationsFieldsFragment = { readonly emails: ReadonlyArray<string>, readonly notifyApprovers: boolean, readonly slackWebhookHost: string | null };

export type ApprovalReasonFieldsFragment = { readonly requested: number, readonly rule: ApprovalRule, readonly threshold: number | null, readonly currency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ) };

export type ApprovalRuleThresholdFieldsFragment = { readonly amount: number, readonly currency: string, readonly requiredApprovals: number };

export type ApprovalRulesFieldsFragment = { readonly lateApprovalSeconds: number, readonly preventSelfApproval: boolean, readonly requireComment: boolean, readonly requiredApprovals: number, readonly notifications: (
    { readonly __typename: 'ApprovalNotifications' }
    & ApprovalNotificationsFieldsFragment
  ), readonly stepUpAbove: ReadonlyArray<(
    { readonly __typename: 'StepUpThreshold' }
    & StepUpThresholdFieldsFragment
  )>, readonly thresholds: ReadonlyArray<(
    { readonly __typename: 'ApprovalRuleThreshold' }
    & ApprovalRuleThresholdFieldsFragment
  )> };

export type ApprovalThresholdsFieldsFragment = { readonly amount: number | null, readonly currency: string };

export type ApprovalToleranceFieldsFragment = { readonly maxSendingAmount: number | null, readonly maxSlippage: string | null };

export type AuditEntryFieldsFragment = { readonly address: string | null, readonly createdAt: string, readonly hash: string, readonly id: string, readonly operation: string, readonly position: number, readonly previousHash: string, readonly recordId: string, readonly recordType: string, readonly requestId: string | null, readonly actor: (
    { readonly __typename: 'Actor' }
    & ActorFieldsFragment
  ), readonly changes: ReadonlyArray<(
    { readonly __typename: 'AuditedChange' }
    & AuditedChangeFieldsFragment
  )> };

export type AuditedChangeFieldsFragment = { readonly after: string | null, readonly before: string | null, readonly field: string };

export type AuthMethodFieldsFragment = { readonly accountId: string, readonly createdAt: string, readonly credentialId: string | null, readonly id: string, readonly nickname: string, readonly type: CredentialType, readonly updatedAt: string };

export type AuthSessionFieldsFragment = { readonly accountId: string, readonly createdAt: string, readonly credentialId: string | null, readonly expiresAt: string, readonly id: string, readonly nickname: string, readonly type: CredentialType, readonly updatedAt: string };

export type BacktestedActionFieldsFragment = { readonly actionId: string | null, readonly id: string, readonly isChanged: boolean, readonly submittedAt: string, readonly type: AgentActionType, readonly after: (
    { readonly __typename: 'PolicyVerdictWithRule' }
    & PolicyVerdictWithRuleFieldsFragment
  ), readonly before: (
    { readonly __typename: 'PolicyVerdictWithRule' }
    & PolicyVerdictWithRuleFieldsFragment
  ), readonly result: (
    { readonly __typename: 'PolicyRuleResult' }
    & PolicyRuleResultFieldsFragment
  ) | null, readonly sendingAmount: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ) };

export type BankAccountFieldsFragment = { readonly accountNumber: string | null, readonly balancedBatches: boolean, readonly bankName: string | null, readonly bic: string | null, readonly companyId: string | null, readonly creditorId: string | null, readonly iban: string | null, readonly immediateDestination: string | null, readonly immediateOrigin: string | null, readonly name: string, readonly routingNumber: string | null };

export type BankConnectionFieldsFragment = { readonly createdAt: string, readonly exchangeError: string | null, readonly format: BankFormat, readonly id: string, readonly lastCutOffAt: string | null, readonly lastExchangeAt: string | null, readonly maxPaymentsPerFile: number, readonly name: string, readonly nextCutOffAt: string | null, readonly preNotificationDays: number, readonly status: BankConnectionStatus, readonly updatedAt: string, readonly account: (
    { readonly __typename: 'BankAccount' }
    & BankAccountFieldsFragment
  ), readonly currency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ), readonly cutOffs: (
    { readonly __typename: 'BankCutOffs' }
    & BankCutOffsFieldsFragment
  ), readonly exchange: (
    { readonly __typename: 'BankExchange' }
    & BankExchangeFieldsFragment
  ), readonly openingBalance: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ), readonly reviewAbove: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ) | null, readonly virtualIbanRange: (
    { readonly __typename: 'VirtualIbanRange' }
    & VirtualIbanRangeFieldsFragment
  ) | null };

export type BankCounterpartyFieldsFragment = { readonly account: string | null, readonly bic: string | null, readonly name: string | null, readonly routingNumber: string | null };

export type BankCutOffsFieldsFragment = { readonly calendar: BankCalendar, readonly timeZone: string, readonly times: ReadonlyArray<string> };

export type BankDecisionFieldsFragment = { readonly comment: string | null, readonly createdAt: string, readonly isApproval: boolean, readonly actor: (
    { readonly __typename: 'Actor' }
    & ActorFieldsFragment
  ) };

export type BankEntryCountFieldsFragment = { readonly count: number, readonly kind: BankEntryKind };

export type BankEntryFieldsFragment = { readonly bankCode: string | null, readonly bankReference: string | null, readonly bookedAt: string | null, readonly bookedOn: string, readonly breakKind: BankBreakKind | null, readonly createdAt: string, readonly detailCount: number, readonly direction: EntryDirection, readonly id: string, readonly isReversal: boolean, readonly kind: BankEntryKind | null, readonly note: string | null, readonly resolution: string | null, readonly resolvedAt: string | null, readonly resolvedBy: string | null, readonly valueDate: string | null, readonly amount: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ), readonly connection: { readonly __typename: 'BankConnection', readonly id: string }, readonly statement: { readonly __typename: 'BankStatement', readonly id: string } | null, readonly transaction: { readonly __typename: 'Transaction', readonly id: string } | null };

export type BankExchangeFieldsFragment = { readonly accessKeyId: string | null, readonly authentication: BankExchangeAuthentication | null, readonly bucket: string | null, readonly endpoint: string | null, readonly host: string | null, readonly hostKeyFingerprint: string | null, readonly kind: BankExchangeKind, readonly path: string | null, readonly port: number | null, readonly prefix: string | null, readonly region: string | null, readonly username: string | null };

export type BankFileFieldsFragment = { readonly byteLength: number | null, readonly count: number, readonly createdAt: string, readonly direction: BankFileDirection, readonly executionDate: string | null, readonly id: string, readonly kind: BankFileKind | null, readonly line: number | null, readonly messageId: string | null, readonly name: string, readonly paymentDirection: BankPaymentDirection | null, readonly reason: string | null, readonly releases: number, readonly serviceLevel: BankServiceLevel | null, readonly status: BankFileStatus, readonly updatedAt: string, readonly connection: { readonly __typename: 'BankConnection', readonly id: string }, readonly decisions: ReadonlyArray<(
    { readonly __typename: 'BankDecision' }
    & BankDecisionFieldsFragment
  )>, readonly total: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ) | null };

export type BankPaymentFieldsFragment = { readonly amount: number, readonly createdAt: string, readonly direction: BankPaymentDirection, readonly endToEndId: string, readonly executionDate: string | null, readonly id: string, readonly reasonCode: string | null, readonly reasonTitle: string | null, readonly serviceLevel: BankServiceLevel, readonly status: BankPaymentStatus, readonly updatedAt: string, readonly file: { readonly __typename: 'BankFile', readonly id: string } | null, readonly transaction: { readonly __typename: 'Transaction', readonly id: string } | null };

export type BaseWalletFieldsFragment = { readonly accountType: AccountType, readonly address: string };

export type BeneficialOwnerFieldsFragment = { readonly createdAt: string, readonly id: string, readonly kycStatus: VerificationStatus, readonly ownershipPercentage: number, readonly roles: ReadonlyArray<BeneficialOwnerRole>, readonly updatedAt: string, readonly customer: { readonly __typename: 'Customer', readonly id: string }, readonly personalInfo: (
    { readonly __typename: 'PersonalInfo' }
    & PersonalInfoFieldsFragment
  ) };

export type BeneficiaryFieldsFragment = { readonly beneficiaryType: BeneficiaryType, readonly birthDate: string | null, readonly countryOfResidence: string | null, readonly documentNumber: string | null, readonly documentType: BeneficiaryDocumentType | null, readonly email: string | null, readonly fullName: string | null, readonly legalName: string | null, readonly nationality: string | null, readonly phoneNumber: string | null, readonly registrationNumber: string | null, readonly taxId: string | null, readonly address: (
    { readonly __typename: 'Address' }
    & AddressFieldsFragment
  ) | null };

export type BrlAccountFieldsFragment = { readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly pixKey: string, readonly pixKeyType: PixKeyType, readonly taxId: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type BusinessInfoFieldsFragment = { readonly businessType: string | null, readonly country: string | null, readonly doingBusinessAs: string | null, readonly entityType: string | null, readonly incorporatedOn: string | null, readonly legalName: string, readonly registrationNumber: string | null, readonly taxId: string | null };

export type BwpAccountFieldsFragment = { readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly phoneNumber: string, readonly provider: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type CadAccountFieldsFragment = { readonly accountNumber: string, readonly accountType: AccountType, readonly bankCode: string, readonly branchCode: string, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type ConflictErrorFieldsFragment = { readonly errorCode: ErrorCode, readonly httpStatus: number, readonly message: string, readonly reason: string | null };

export type CounterpartyFieldFieldsFragment = { readonly mandatory: boolean, readonly name: PartyFact };

export type CounterpartyFieldsFragment = { readonly displayName: string | null, readonly last4: string | null, readonly umaAddress: string | null };

export type CredentialRevokedFieldsFragment = { readonly credentialId: string };

export type CurrencyConfigFieldsFragment = { readonly currencyCode: string, readonly enabledTransactionTypes: ReadonlyArray<TransactionType>, readonly maxAmount: number, readonly minAmount: number, readonly requiredCounterpartyFields: ReadonlyArray<(
    { readonly __typename: 'CounterpartyField' }
    & CounterpartyFieldFieldsFragment
  )> };

export type CurrencyFieldsFragment = { readonly code: string, readonly decimals: number, readonly name: string, readonly symbol: string };

export type CurrencyStatisticsFieldsFragment = { readonly completedCount: number, readonly expiredCount: number, readonly failedCount: number, readonly successRate: number | null, readonly transactionCount: number, readonly volume: number | null, readonly currency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ) };

export type CustomerFieldsFragment = { readonly birthDate: string | null, readonly createdAt: string, readonly currencies: ReadonlyArray<string>, readonly customerType: CustomerType, readonly email: string | null, readonly fullName: string | null, readonly id: string, readonly isDeleted: boolean, readonly kybStatus: VerificationStatus | null, readonly kycStatus: VerificationStatus | null, readonly nationality: string | null, readonly platformCustomerId: string, readonly region: string | null, readonly umaAddress: string | null, readonly updatedAt: string, readonly address: (
    { readonly __typename: 'Address' }
    & AddressFieldsFragment
  ) | null, readonly beneficialOwners: ReadonlyArray<{ readonly __typename: 'BeneficialOwner', readonly id: string }>, readonly businessInfo: (
    { readonly __typename: 'BusinessInfo' }
    & BusinessInfoFieldsFragment
  ) | null, readonly internalAccounts: ReadonlyArray<{ readonly __typename: 'InternalAccount', readonly id: string }> };

export type CustomerImportFieldsFragment = { readonly completedAt: string | null, readonly createdAt: string, readonly dryRun: boolean, readonly format: CustomerImportFormat, readonly id: string, readonly status: CustomerImportStatus, readonly progress: (
    { readonly __typename: 'CustomerImportProgress' }
    & CustomerImportProgressFieldsFragment
  ) };

export type CustomerImportProgressFieldsFragment = { readonly failed: number, readonly processed: number, readonly successful: number, readonly total: number };

export type DeletedFieldsFragment = { readonly deletedId: string };

export type DeviceCodeFieldsFragment = { readonly agentId: string, readonly code: string, readonly expiresAt: string, readonly redeemed: boolean };

export type DirectDebitMandateFieldsFragment = { readonly isOneOff: boolean, readonly reference: string, readonly signedOn: string };

export type DocumentFieldsFragment = { readonly country: string, readonly createdAt: string, readonly documentHolder: string, readonly documentNumber: string | null, readonly documentType: DocumentType, readonly fileName: string, readonly id: string, readonly issuingAuthority: string | null, readonly mediaType: string, readonly side: DocumentSide | null, readonly updatedAt: string };

export type EthereumWalletFieldsFragment = { readonly accountType: AccountType, readonly address: string };

export type EventFieldsFragment = { readonly id: string, readonly kind: EventKind | null, readonly occurredAt: string, readonly resourceId: string | null, readonly sequence: number, readonly type: string, readonly payload:
    | { readonly __typename: 'AgentAction', readonly approvalsGiven: number, readonly comment: string | null, readonly createdAt: string, readonly decidedAt: string | null, readonly decidedBy: string | null, readonly description: string | null, readonly exchangeRate: number | null, readonly id: string, readonly platformCustomerId: string, readonly reason: string | null, readonly rejectionReason: string | null, readonly requiredApprovals: number, readonly updatedAt: string, readonly agentActionExpiresAt: string, readonly agentActionFailureReason: string | null, readonly agentActionFees: number, readonly agentActionStatus: AgentActionStatus, readonly agentActionType: AgentActionType, readonly agentActionAgent: { readonly __typename: 'Agent', readonly id: string }, readonly approvalReason: (
        { readonly __typename: 'ApprovalReason' }
        & ApprovalReasonFieldsFragment
      ) | null, readonly agentActionCustomer: { readonly __typename: 'Customer', readonly id: string }, readonly decision: (
        { readonly __typename: 'AgentActionDecision' }
        & AgentActionDecisionFieldsFragment
      ) | null, readonly evaluation: (
        { readonly __typename: 'PolicyEvaluation' }
        & PolicyEvaluationFieldsFragment
      ) | null, readonly payee: (
        { readonly __typename: 'Payee' }
        & PayeeFieldsFragment
      ) | null, readonly quote: { readonly __typename: 'Quote', readonly id: string } | null, readonly receivingAmount: (
        { readonly __typename: 'Money' }
        & MoneyFieldsFragment
      ), readonly sendingAmount: (
        { readonly __typename: 'Money' }
        & MoneyFieldsFragment
      ), readonly sourceAccount: (
        { readonly __typename: 'AgentActionSourceAccount' }
        & AgentActionSourceAccountFieldsFragment
      ), readonly transaction: { readonly __typename: 'Transaction', readonly id: string } | null, readonly transferDetails: (
        { readonly __typename: 'TransferDetails' }
        & TransferDetailsFieldsFragment
      ) | null }
    | { readonly __typename: 'Customer', readonly birthDate: string | null, readonly createdAt: string, readonly customerType: CustomerType, readonly email: string | null, readonly fullName: string | null, readonly id: string, readonly isDeleted: boolean, readonly kybStatus: VerificationStatus | null, readonly kycStatus: VerificationStatus | null, readonly nationality: string | null, readonly platformCustomerId: string, readonly region: string | null, readonly umaAddress: string | null, readonly updatedAt: string, readonly address: (
        { readonly __typename: 'Address' }
        & AddressFieldsFragment
      ) | null, readonly businessInfo: (
        { readonly __typename: 'BusinessInfo' }
        & BusinessInfoFieldsFragment
      ) | null }
    | { readonly __typename: 'CustomerImport', readonly completedAt: string | null, readonly createdAt: string, readonly dryRun: boolean, readonly format: CustomerImportFormat, readonly id: string, readonly customerImportStatus: CustomerImportStatus, readonly progress: (
        { readonly __typename: 'CustomerImportProgress' }
        & CustomerImportProgressFieldsFragment
      ) }
    | { readonly __typename: 'InternalAccount', readonly createdAt: string, readonly id: string, readonly privateEnabled: boolean | null, readonly updatedAt: string, readonly internalAccountStatus: InternalAccountStatus, readonly internalAccountType: InternalAccountType, readonly availableBalance: (
        { readonly __typename: 'Money' }
        & MoneyFieldsFragment
      ), readonly balance: (
        { readonly __typename: 'Money' }
        & MoneyFieldsFragment
      ), readonly internalAccountCustomer: { readonly __typename: 'Customer', readonly id: string } | null }
    | { readonly __typename: 'Invitation', readonly claimedAt: string | null, readonly code: string, readonly createdAt: string, readonly firstName: string | null, readonly inviteeUma: string | null, readonly inviterUma: string, readonly url: string, readonly invitationExpiresAt: string | null, readonly invitationStatus: InvitationStatus, readonly amountToSend: (
        { readonly __typename: 'Money' }
        & MoneyFieldsFragment
      ) | null }
    | { readonly __typename: 'Transaction', readonly counterpartyInformation: Record<string, string> | null, readonly createdAt: string, readonly description: string | null, readonly direction: EntryDirection, readonly exchangeRate: number | null, readonly id: string, readonly settledAt: string | null, readonly updatedAt: string, readonly transactionFailureReason: TransactionFailureReason | null, readonly transactionFees: number | null, readonly transactionPlatformCustomerId: string | null, readonly transactionStatus: TransactionStatus, readonly transactionType: TransactionType, readonly transactionAgent: { readonly __typename: 'Agent', readonly id: string } | null, readonly agentAction: { readonly __typename: 'AgentAction', readonly id: string } | null, readonly bankPayment: { readonly __typename: 'BankPayment', readonly id: string } | null, readonly counterparty: (
        { readonly __typename: 'Counterparty' }
        & CounterpartyFieldsFragment
      ), readonly transactionCustomer: { readonly __typename: 'Customer', readonly id: string } | null, readonly destination: (
        { readonly __typename: 'TransactionParty' }
        & TransactionPartyFieldsFragment
      ), readonly quote: { readonly __typename: 'Quote', readonly id: string } | null, readonly rateDetails: (
        { readonly __typename: 'RateDetails' }
        & RateDetailsFieldsFragment
      ) | null, readonly receivedAmount: (
        { readonly __typename: 'Money' }
        & MoneyFieldsFragment
      ) | null, readonly reconciliationInstructions: (
        { readonly __typename: 'ReconciliationInstructions' }
        & ReconciliationInstructionsFieldsFragment
      ) | null, readonly refund: (
        { readonly __typename: 'Refund' }
        & RefundFieldsFragment
      ) | null, readonly sentAmount: (
        { readonly __typename: 'Money' }
        & MoneyFieldsFragment
      ) | null, readonly source: (
        { readonly __typename: 'TransactionParty' }
        & TransactionPartyFieldsFragment
      ) }
    | { readonly __typename: 'Verification', readonly createdAt: string, readonly id: string, readonly updatedAt: string, readonly verificationStatus: VerificationOutcome, readonly verificationCustomer: { readonly __typename: 'Customer', readonly id: string } }
   | null, readonly resource:
    | { readonly __typename: 'Agent', readonly id: string }
    | { readonly __typename: 'AgentAction', readonly id: string }
    | { readonly __typename: 'ApiRequest', readonly id: string }
    | { readonly __typename: 'ApiToken', readonly id: string }
    | { readonly __typename: 'AuditEntry', readonly id: string }
    | { readonly __typename: 'AuthMethod', readonly id: string }
    | { readonly __typename: 'AuthSession', readonly id: string }
    | { readonly __typename: 'BankConnection', readonly id: string }
    | { readonly __typename: 'BankEntry', readonly id: string }
    | { readonly __typename: 'BankFile', readonly id: string }
    | { readonly __typename: 'BankPayment', readonly id: string }
    | { readonly __typename: 'BankStatement', readonly id: string }
    | { readonly __typename: 'BeneficialOwner', readonly id: string }
    | { readonly __typename: 'Customer', readonly id: string }
    | { readonly __typename: 'CustomerImport', readonly id: string }
    | { readonly __typename: 'Document', readonly id: string }
    | { readonly __typename: 'Event', readonly id: string }
    | { readonly __typename: 'ExternalAccount', readonly id: string }
    | { readonly __typename: 'InternalAccount', readonly id: string }
    | { readonly __typename: 'LedgerEntry', readonly id: string }
    | { readonly __typename: 'Member', readonly id: string }
    | { readonly __typename: 'Platform', readonly id: string }
    | { readonly __typename: 'PlatformConfig', readonly id: string }
    | { readonly __typename: 'Quote', readonly id: string }
    | { readonly __typename: 'ScreeningMatch', readonly id: string }
    | { readonly __typename: 'Transaction', readonly id: string }
    | { readonly __typename: 'UnmatchedDeposit', readonly id: string }
    | { readonly __typename: 'Verification', readonly id: string }
    | { readonly __typename: 'WebhookDelivery', readonly id: string }
    | { readonly __typename: 'WebhookEndpoint', readonly id: string }
   | null };

export type ExchangeRateFieldsFragment = { readonly destinationPaymentRail: PaymentRail | null, readonly exchangeRate: number, readonly fixedFee: number, readonly maxSendingAmount: number, readonly minSendingAmount: number, readonly receivingAmount: number, readonly sendingAmount: number, readonly updatedAt: string, readonly destinationCurrency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ), readonly sourceCurrency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ) };

export type ExplanationAmountFieldsFragment = { readonly name: ExplanationAmountName, readonly value: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ) };

export type ExplanationAttemptFieldsFragment = { readonly at: string, readonly durationMs: number, readonly error: string | null, readonly responseStatus: number | null };

export type ExplanationRateFieldsFragment = { readonly decimal: string, readonly exact: string, readonly publishedAt: string | null, readonly source: string | null, readonly receivingCurrency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ), readonly sendingCurrency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ) };

export type ExplanationStepFieldsFragment = { readonly at: string, readonly comment: string | null, readonly kind: ExplanationStepKind, readonly outcome: ExplanationStepOutcome, readonly policyVersion: number | null, readonly references: ReadonlyArray<string>, readonly text: string, readonly actor: (
    { readonly __typename: 'Actor' }
    & ActorFieldsFragment
  ) | null, readonly amounts: ReadonlyArray<(
    { readonly __typename: 'ExplanationAmount' }
    & ExplanationAmountFieldsFragment
  )>, readonly attempts: ReadonlyArray<(
    { readonly __typename: 'ExplanationAttempt' }
    & ExplanationAttemptFieldsFragment
  )>, readonly rate: (
    { readonly __typename: 'ExplanationRate' }
    & ExplanationRateFieldsFragment
  ) | null, readonly roundings: ReadonlyArray<(
    { readonly __typename: 'PriceRounding' }
    & PriceRoundingFieldsFragment
  )>, readonly rules: ReadonlyArray<(
    { readonly __typename: 'PolicyRuleResult' }
    & PolicyRuleResultFieldsFragment
  )> };

export type ExternalAccountFieldsFragment = { readonly bankName: string | null, readonly beneficiaryVerificationStatus: BeneficiaryVerificationStatus | null, readonly beneficiaryVerifiedData: Record<string, string> | null, readonly country: string | null, readonly createdAt: string, readonly currency: string, readonly defaultUmaDepositAccount: boolean, readonly displayName: string, readonly id: string, readonly last4: string | null, readonly platformAccountId: string | null, readonly status: ExternalAccountStatus, readonly updatedAt: string, readonly accountInfo:
    | { readonly __typename: 'AedAccount', readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly aedAccountIban: string, readonly aedAccountSwiftCode: string | null, readonly beneficiary: (
        { readonly __typename: 'Beneficiary' }
        & BeneficiaryFieldsFragment
      ) }
    | (
      { readonly __typename: 'BaseWallet' }
      & BaseWalletFieldsFragment
    )
    | { readonly __typename: 'BdtAccount', readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly bdtAccountAccountNumber: string | null, readonly bdtAccountBranchCode: string | null, readonly bdtAccountPhoneNumber: string | null, readonly bdtAccountSwiftCode: string | null, readonly beneficiary: (
        { readonly __typename: 'Beneficiary' }
        & BeneficiaryFieldsFragment
      ) }
    | (
      { readonly __typename: 'BrlAccount' }
      & BrlAccountFieldsFragment
    )
    | (
      { readonly __typename: 'BwpAccount' }
      & BwpAccountFieldsFragment
    )
    | (
      { readonly __typename: 'CadAccount' }
      & CadAccountFieldsFragment
    )
    | { readonly __typename: 'CopAccount', readonly accountType: AccountType, readonly bankAccountType: BankAccountType | null, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly copAccountAccountNumber: string | null, readonly copAccountBankName: string | null, readonly copAccountPhoneNumber: string | null, readonly beneficiary: (
        { readonly __typename: 'Beneficiary' }
        & BeneficiaryFieldsFragment
      ) }
    | { readonly __typename: 'DkkAccount', readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly dkkAccountIban: string, readonly dkkAccountSwiftCode: string | null, readonly beneficiary: (
        { readonly __typename: 'Beneficiary' }
        & BeneficiaryFieldsFragment
      ) }
    | { readonly __typename: 'EgpAccount', readonly accountNumber: string, readonly accountType: AccountType, readonly bankName: string, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly egpAccountIban: string | null, readonly egpAccountSwiftCode: string | null, readonly beneficiary: (
        { readonly __typename: 'Beneficiary' }
        & BeneficiaryFieldsFragment
      ) }
    | (
      { readonly __typename: 'EthereumWallet' }
      & EthereumWalletFieldsFragment
    )
    | { readonly __typename: 'EurAccount', readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly eurAccountIban: string, readonly eurAccountSwiftCode: string | null, readonly beneficiary: (
        { readonly __typename: 'Beneficiary' }
        & BeneficiaryFieldsFragment
      ) }
    | (
      { readonly __typename: 'GbpAccount' }
      & GbpAccountFieldsFragment
    )
    | { readonly __typename: 'GhsAccount', readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly ghsAccountAccountNumber: string | null, readonly ghsAccountPhoneNumber: string | null, readonly beneficiary: (
        { readonly __typename: 'Beneficiary' }
        & BeneficiaryFieldsFragment
      ) }
    | { readonly __typename: 'GtqAccount', readonly accountNumber: string, readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly gtqAccountBankAccountType: BankAccountType, readonly beneficiary: (
        { readonly __typename: 'Beneficiary' }
        & BeneficiaryFieldsFragment
      ) }
    | (
      { readonly __typename: 'HkdAccount' }
      & HkdAccountFieldsFragment
    )
    | (
      { readonly __typename: 'HtgAccount' }
      & HtgAccountFieldsFragment
    )
    | (
      { readonly __typename: 'IdrAccount' }
      & IdrAccountFieldsFragment
    )
    | (
      { readonly __typename: 'InrAccount' }
      & InrAccountFieldsFragment
    )
    | { readonly __typename: 'JmdAccount', readonly accountNumber: string, readonly accountType: AccountType, readonly branchCode: string, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly jmdAccountBankAccountType: BankAccountType, readonly beneficiary: (
        { readonly __typename: 'Beneficiary' }
        & BeneficiaryFieldsFragment
      ) }
    | (
      { readonly __typename: 'KesAccount' }
      & KesAccountFieldsFragment
    )
    | (
      { readonly __typename: 'Lightning' }
      & LightningFieldsFragment
    )
    | (
      { readonly __typename: 'MwkAccount' }
      & MwkAccountFieldsFragment
    )
    | (
      { readonly __typename: 'MxnAccount' }
      & MxnAccountFieldsFragment
    )
    | (
      { readonly __typename: 'MyrAccount' }
      & MyrAccountFieldsFragment
    )
    | (
      { readonly __typename: 'NgnAccount' }
      & NgnAccountFieldsFragment
    )
    | (
      { readonly __typename: 'PhpAccount' }
      & PhpAccountFieldsFragment
    )
    | { readonly __typename: 'PkrAccount', readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly pkrAccountAccountNumber: string | null, readonly pkrAccountBankName: string | null, readonly pkrAccountIban: string | null, readonly pkrAccountPhoneNumber: string | null, readonly beneficiary: (
        { readonly __typename: 'Beneficiary' }
        & BeneficiaryFieldsFragment
      ) }
    | (
      { readonly __typename: 'PolygonWallet' }
      & PolygonWalletFieldsFragment
    )
    | (
      { readonly __typename: 'RwfAccount' }
      & RwfAccountFieldsFragment
    )
    | (
      { readonly __typename: 'SgdAccount' }
      & SgdAccountFieldsFragment
    )
    | { readonly __typename: 'SlvAccount', readonly accountType: AccountType, readonly bankAccountType: BankAccountType | null, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly slvAccountAccountNumber: string | null, readonly slvAccountBankName: string | null, readonly slvAccountPhoneNumber: string | null, readonly beneficiary: (
        { readonly __typename: 'Beneficiary' }
        & BeneficiaryFieldsFragment
      ) }
    | (
      { readonly __typename: 'SolanaWallet' }
      & SolanaWalletFieldsFragment
    )
    | (
      { readonly __typename: 'SparkWallet' }
      & SparkWalletFieldsFragment
    )
    | { readonly __typename: 'SwiftAccount', readonly accountType: AccountType, readonly bankName: string, readonly country: string, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly swiftCode: string, readonly swiftAccountAccountNumber: string | null, readonly swiftAccountIban: string | null, readonly beneficiary: (
        { readonly __typename: 'Beneficiary' }
        & BeneficiaryFieldsFragment
      ) }
    | (
      { readonly __typename: 'ThbAccount' }
      & ThbAccountFieldsFragment
    )
    | (
      { readonly __typename: 'TronWallet' }
      & TronWalletFieldsFragment
    )
    | (
      { readonly __typename: 'TzsAccount' }
      & TzsAccountFieldsFragment
    )
    | (
      { readonly __typename: 'UgxAccount' }
      & UgxAccountFieldsFragment
    )
    | { readonly __typename: 'UsdAccount', readonly accountNumber: string, readonly accountType: AccountType, readonly bankAccountType: BankAccountType | null, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly routingNumber: string, readonly usdAccountBankName: string | null, readonly beneficiary: (
        { readonly __typename: 'Beneficiary' }
        & BeneficiaryFieldsFragment
      ) }
    | (
      { readonly __typename: 'VndAccount' }
      & VndAccountFieldsFragment
    )
    | (
      { readonly __typename: 'XafAccount' }
      & XafAccountFieldsFragment
    )
    | (
      { readonly __typename: 'XofAccount' }
      & XofAccountFieldsFragment
    )
    | (
      { readonly __typename: 'ZarAccount' }
      & ZarAccountFieldsFragment
    )
    | (
      { readonly __typename: 'ZmwAccount' }
      & ZmwAccountFieldsFragment
    )
  , readonly beneficiary: (
    { readonly __typename: 'AccountBeneficiary' }
    & AccountBeneficiaryFieldsFragment
  ) | null, readonly changeNotices: ReadonlyArray<(
    { readonly __typename: 'AccountChangeNotice' }
    & AccountChangeNoticeFieldsFragment
  )>, readonly customer: { readonly __typename: 'Customer', readonly id: string } | null, readonly directDebitMandate: (
    { readonly __typename: 'DirectDebitMandate' }
    & DirectDebitMandateFieldsFragment
  ) | null };

export type FieldErrorFieldsFragment = { readonly message: string, readonly path: string };

export type ForbiddenErrorFieldsFragment = { readonly errorCode: ErrorCode, readonly httpStatus: number, readonly message: string, readonly reason: string | null, readonly requiredPermission: Permission | null, readonly requiredPermissions: ReadonlyArray<Permission> };

export type FundingInfoFieldsFragment = { readonly accountNumber: string | null, readonly accountType: AccountType, readonly address: string | null, readonly assetType: string | null, readonly bankName: string | null, readonly clabeNumber: string | null, readonly iban: string | null, readonly invoice: string | null, readonly payloadToSign: string | null, readonly paymentRails: ReadonlyArray<PaymentRail> | null, readonly paymentUrl: string | null, readonly qrCode: string | null, readonly reference: string | null, readonly routingNumber: string | null, readonly sortCode: string | null, readonly swiftCode: string | null, readonly vpa: string | null };

export type GbpAccountFieldsFragment = { readonly accountNumber: string, readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly sortCode: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type HkdAccountFieldsFragment = { readonly accountNumber: string, readonly accountType: AccountType, readonly bankName: string, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly swiftCode: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type HoldFieldsFragment = { readonly createdAt: string, readonly endedAt: string | null, readonly status: HoldStatus, readonly account: { readonly __typename: 'InternalAccount', readonly id: string }, readonly amount: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ) };

export type HtgAccountFieldsFragment = { readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly phoneNumber: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type IdrAccountFieldsFragment = { readonly accountNumber: string, readonly accountType: AccountType, readonly bankName: string, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly phoneNumber: string, readonly swiftCode: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type InrAccountFieldsFragment = { readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly vpa: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type InsufficientBalanceErrorFieldsFragment = { readonly errorCode: ErrorCode, readonly httpStatus: number, readonly message: string, readonly reason: string | null, readonly available: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ), readonly required: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ) };

export type InternalAccountFieldsFragment = { readonly createdAt: string, readonly id: string, readonly privateEnabled: boolean | null, readonly status: InternalAccountStatus, readonly type: InternalAccountType, readonly updatedAt: string, readonly availableBalance: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ), readonly balance: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ), readonly customer: { readonly __typename: 'Customer', readonly id: string } | null, readonly fundingPaymentInstructions: ReadonlyArray<(
    { readonly __typename: 'PaymentInstructions' }
    & PaymentInstructionsFieldsFragment
  )>, readonly sessions: ReadonlyArray<{ readonly __typename: 'AuthSession', readonly id: string }> };

export type InvalidInputErrorFieldsFragment = { readonly errorCode: ErrorCode, readonly httpStatus: number, readonly message: string, readonly reason: string | null, readonly fields: ReadonlyArray<(
    { readonly __typename: 'FieldError' }
    & FieldErrorFieldsFragment
  )> };

export type InvitationFieldsFragment = { readonly claimedAt: string | null, readonly code: string, readonly createdAt: string, readonly expiresAt: string | null, readonly firstName: string | null, readonly inviteeUma: string | null, readonly inviterUma: string, readonly status: InvitationStatus, readonly url: string, readonly amountToSend: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ) | null };

export type KesAccountFieldsFragment = { readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly phoneNumber: string, readonly provider: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type LightningFieldsFragment = { readonly accountType: AccountType, readonly bolt12: string | null, readonly invoice: string | null, readonly lightningAddress: string | null };

export type MemberFieldsFragment = { readonly createdAt: string, readonly email: string, readonly id: string, readonly isDeleted: boolean, readonly lastSignedInAt: string | null, readonly name: string, readonly roles: ReadonlyArray<MemberRole>, readonly updatedAt: string, readonly passkeys: ReadonlyArray<(
    { readonly __typename: 'MemberPasskey' }
    & MemberPasskeyFieldsFragment
  )>, readonly platform: { readonly __typename: 'Platform', readonly id: string }, readonly sessions: ReadonlyArray<(
    { readonly __typename: 'MemberSession' }
    & MemberSessionFieldsFragment
  )> | null };

export type MemberPasskeyFieldsFragment = { readonly createdAt: string, readonly id: string, readonly lastUsedAt: string | null, readonly name: string };

export type MemberSessionFieldsFragment = { readonly address: string, readonly createdAt: string, readonly expiresAt: string, readonly id: string, readonly isCurrent: boolean, readonly lastUsedAt: string, readonly method: SignInMethod, readonly userAgent: string | null };

export type MoneyFieldsFragment = { readonly amount: number, readonly currency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ) };

export type MwkAccountFieldsFragment = { readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly phoneNumber: string, readonly provider: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type MxnAccountFieldsFragment = { readonly accountType: AccountType, readonly clabeNumber: string, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type MyrAccountFieldsFragment = { readonly accountNumber: string, readonly accountType: AccountType, readonly bankName: string, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly swiftCode: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type NgnAccountFieldsFragment = { readonly accountNumber: string, readonly accountType: AccountType, readonly bankName: string, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type NotFoundErrorFieldsFragment = { readonly errorCode: ErrorCode, readonly httpStatus: number, readonly message: string, readonly missingId: string | null, readonly reason: string | null };

export type OidcIssuerFieldsFragment = { readonly audiences: ReadonlyArray<string>, readonly issuer: string };

export type OtpConfigFieldsFragment = { readonly alphanumeric: boolean, readonly expirationSeconds: number, readonly length: number };

export type PasskeyAuthenticatorSelectionFieldsFragment = { readonly requireResidentKey: boolean, readonly residentKey: string, readonly userVerification: string };

export type PasskeyConfigFieldsFragment = { readonly origins: ReadonlyArray<string>, readonly rpId: string };

export type PasskeyDescriptorFieldsFragment = { readonly id: string, readonly type: string };

export type PasskeyParameterFieldsFragment = { readonly alg: number, readonly type: string };

export type PasskeyRelyingPartyFieldsFragment = { readonly id: string, readonly name: string };

export type PasskeyUserFieldsFragment = { readonly displayName: string, readonly id: string, readonly name: string };

export type PastExchangeRateFieldsFragment = { readonly exchangeRate: number, readonly fetchedAt: string, readonly publishedAt: string, readonly rateSource: string, readonly destinationCurrency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ), readonly sourceCurrency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ) };

export type PayeeFieldsFragment = { readonly bankName: string | null, readonly country: string | null, readonly displayName: string | null, readonly last4: string | null };

export type PayerDataFieldFieldsFragment = { readonly mandatory: boolean, readonly name: string };

export type PaymentFiguresFieldsFragment = { readonly exchangeRate: number, readonly fees: number, readonly quoteId: string | null, readonly receivingAmount: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ), readonly sendingAmount: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ) };

export type PaymentInstitutionFieldsFragment = { readonly bankName: string, readonly country: string, readonly currency: string, readonly displayName: string };

export type PaymentInstructionsFieldsFragment = { readonly instructionsNotes: string | null, readonly isPlatformAccount: boolean | null, readonly accountOrWalletInfo: (
    { readonly __typename: 'FundingInfo' }
    & FundingInfoFieldsFragment
  ) };

export type PaymentPreviewFieldsFragment = { readonly failureCode: string | null, readonly requiresSignature: boolean, readonly transactionStatus: TransactionStatus | null, readonly balances: ReadonlyArray<(
    { readonly __typename: 'PreviewedBalance' }
    & PreviewedBalanceFieldsFragment
  )> | null, readonly policy: (
    { readonly __typename: 'PolicyPreview' }
    & PolicyPreviewFieldsFragment
  ) | null, readonly price: (
    { readonly __typename: 'PreviewedPrice' }
    & PreviewedPriceFieldsFragment
  ) };

export type PersonalInfoFieldsFragment = { readonly birthDate: string, readonly countryOfIssuance: string | null, readonly email: string | null, readonly firstName: string, readonly idType: IdentificationType, readonly identifier: string, readonly lastName: string, readonly middleName: string | null, readonly nationality: string, readonly phoneNumber: string | null, readonly address: (
    { readonly __typename: 'Address' }
    & AddressFieldsFragment
  ) };

export type PhpAccountFieldsFragment = { readonly accountNumber: string, readonly accountType: AccountType, readonly bankName: string, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type PlatformConfigFieldsFragment = { readonly autoCreateEmailOtp: boolean, readonly createdAt: string, readonly exportIssuerPublicKey: string, readonly id: string, readonly sandboxUmaDomain: string | null, readonly sessionTtlSeconds: number, readonly umaDomain: string | null, readonly updatedAt: string, readonly webhookPublicKeys: ReadonlyArray<string>, readonly approvals: (
    { readonly __typename: 'ApprovalRules' }
    & ApprovalRulesFieldsFragment
  ), readonly currencies: ReadonlyArray<(
    { readonly __typename: 'CurrencyConfig' }
    & CurrencyConfigFieldsFragment
  )>, readonly oidcIssuers: ReadonlyArray<(
    { readonly __typename: 'OidcIssuer' }
    & OidcIssuerFieldsFragment
  )>, readonly otp: (
    { readonly __typename: 'OtpConfig' }
    & OtpConfigFieldsFragment
  ), readonly passkeys: (
    { readonly __typename: 'PasskeyConfig' }
    & PasskeyConfigFieldsFragment
  ) | null, readonly rates: (
    { readonly __typename: 'RateSettings' }
    & RateSettingsFieldsFragment
  ), readonly wallets: (
    { readonly __typename: 'WalletSettings' }
    & WalletSettingsFieldsFragment
  ), readonly webhookEndpoints: ReadonlyArray<{ readonly __typename: 'WebhookEndpoint', readonly id: string }> };

export type PlatformFeesFieldsFragment = { readonly counterpartyFixed: number | null, readonly fixed: number | null, readonly variableRate: string | null };

export type PlatformFieldsFragment = { readonly id: string, readonly mode: PlatformMode, readonly name: string, readonly permissions: ReadonlyArray<Permission> };

export type PolicyAllowedTimesFieldsFragment = { readonly timeZone: string, readonly windows: ReadonlyArray<(
    { readonly __typename: 'PolicyTimeWindow' }
    & PolicyTimeWindowFieldsFragment
  )> };

export type PolicyBacktestFieldsFragment = { readonly changed: number, readonly nextAfter: string | null, readonly since: string, readonly total: number, readonly until: string, readonly actions: ReadonlyArray<(
    { readonly __typename: 'BacktestedAction' }
    & BacktestedActionFieldsFragment
  )>, readonly after: (
    { readonly __typename: 'PolicyVerdictCounts' }
    & PolicyVerdictCountsFieldsFragment
  ), readonly before: (
    { readonly __typename: 'PolicyVerdictCounts' }
    & PolicyVerdictCountsFieldsFragment
  ), readonly policy: (
    { readonly __typename: 'AgentPolicy' }
    & AgentPolicyFieldsFragment
  ), readonly rules: ReadonlyArray<(
    { readonly __typename: 'PolicyRuleCount' }
    & PolicyRuleCountFieldsFragment
  )> };

export type PolicyCorridorFieldsFragment = { readonly receiving: string, readonly sending: string };

export type PolicyEvaluationFieldsFragment = { readonly evaluatedAt: string, readonly policyVersion: number, readonly rule: string | null, readonly verdict: PolicyVerdict, readonly rules: ReadonlyArray<(
    { readonly __typename: 'PolicyRuleResult' }
    & PolicyRuleResultFieldsFragment
  )> };

export type PolicyPreviewFieldsFragment = { readonly actionStatus: AgentActionStatus | null, readonly reason: string | null, readonly approvalReason: (
    { readonly __typename: 'ApprovalReason' }
    & ApprovalReasonFieldsFragment
  ) | null, readonly evaluation: (
    { readonly __typename: 'PolicyEvaluation' }
    & PolicyEvaluationFieldsFragment
  ) };

export type PolicyRuleCountFieldsFragment = { readonly count: number, readonly rule: string };

export type PolicyRuleResultFieldsFragment = { readonly limit: number | null, readonly rate: string | null, readonly requested: number | null, readonly reserved: number | null, readonly rule: string, readonly used: number | null, readonly verdict: RuleVerdict, readonly currency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ) | null };

export type PolicyRulesFieldsFragment = { readonly allowedCounterparties: ReadonlyArray<string> | null, readonly cooldownMinutes: number | null, readonly maxActionsPerMinute: number | null, readonly maxBalanceShare: string | null, readonly onlyApprovedCounterparties: boolean, readonly requireDescription: boolean, readonly allowedCorridors: ReadonlyArray<(
    { readonly __typename: 'PolicyCorridor' }
    & PolicyCorridorFieldsFragment
  )> | null, readonly allowedTimes: (
    { readonly __typename: 'PolicyAllowedTimes' }
    & PolicyAllowedTimesFieldsFragment
  ) | null };

export type PolicyTimeWindowFieldsFragment = { readonly days: ReadonlyArray<Weekday>, readonly from: string, readonly to: string };

export type PolicyVerdictCountsFieldsFragment = { readonly reject: number, readonly run: number, readonly wait: number };

export type PolicyVerdictWithRuleFieldsFragment = { readonly rule: string | null, readonly verdict: PolicyVerdict };

export type PolicyViolationErrorFieldsFragment = { readonly errorCode: ErrorCode, readonly httpStatus: number, readonly limit: number | null, readonly message: string, readonly missingPermission: AgentPermission | null, readonly reason: string | null, readonly requested: number | null, readonly reserved: number | null, readonly rule: PolicyRule, readonly used: number | null, readonly limitCurrency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ) | null };

export type PolygonWalletFieldsFragment = { readonly accountType: AccountType, readonly address: string };

export type PreviewedBalanceFieldsFragment = { readonly accountId: string, readonly availableBalance: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ), readonly balance: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ) };

export type PreviewedPriceFieldsFragment = { readonly exchangeRate: number | null, readonly fees: number, readonly quoteExpiresAt: string | null, readonly rateSource: string | null, readonly rateDetails: (
    { readonly __typename: 'RateDetails' }
    & RateDetailsFieldsFragment
  ) | null, readonly receivingAmount: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ), readonly sendingAmount: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ) };

export type PriceRoundingFieldsFragment = { readonly decimal: string, readonly direction: RoundingDirection, readonly exact: string, readonly name: PriceRoundingName, readonly rounded: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ) };

export type PublicKeyCredentialCreationOptionsFieldsFragment = { readonly attestation: string, readonly challenge: string, readonly expiresAt: string, readonly timeout: number, readonly authenticatorSelection: (
    { readonly __typename: 'PasskeyAuthenticatorSelection' }
    & PasskeyAuthenticatorSelectionFieldsFragment
  ), readonly excludeCredentials: ReadonlyArray<(
    { readonly __typename: 'PasskeyDescriptor' }
    & PasskeyDescriptorFieldsFragment
  )>, readonly pubKeyCredParams: ReadonlyArray<(
    { readonly __typename: 'PasskeyParameter' }
    & PasskeyParameterFieldsFragment
  )>, readonly rp: (
    { readonly __typename: 'PasskeyRelyingParty' }
    & PasskeyRelyingPartyFieldsFragment
  ), readonly user: (
    { readonly __typename: 'PasskeyUser' }
    & PasskeyUserFieldsFragment
  ) };

export type QuoteExpiredErrorFieldsFragment = { readonly errorCode: ErrorCode, readonly expiredAt: string, readonly httpStatus: number, readonly message: string, readonly reason: string | null };

export type QuoteFieldsFragment = { readonly counterpartyInformation: Record<string, string> | null, readonly createdAt: string, readonly exchangeRate: number, readonly expiresAt: string, readonly feesIncluded: number, readonly id: string, readonly ratePublishedAt: string | null, readonly rateSource: string | null, readonly repricedFromId: string | null, readonly status: QuoteStatus, readonly totalReceivingAmount: number, readonly totalSendingAmount: number, readonly destination: (
    { readonly __typename: 'QuoteParty' }
    & QuotePartyFieldsFragment
  ), readonly paymentInstructions: ReadonlyArray<(
    { readonly __typename: 'PaymentInstructions' }
    & PaymentInstructionsFieldsFragment
  )>, readonly rateDetails: (
    { readonly __typename: 'RateDetails' }
    & RateDetailsFieldsFragment
  ) | null, readonly receivingCurrency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ), readonly sendingCurrency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ), readonly source: (
    { readonly __typename: 'QuoteParty' }
    & QuotePartyFieldsFragment
  ), readonly transaction: { readonly __typename: 'Transaction', readonly id: string } };

export type QuotePartyFieldsFragment = { readonly paymentRail: PaymentRail | null, readonly type: PartyType, readonly umaAddress: string | null, readonly account:
    | { readonly __typename: 'ExternalAccount', readonly id: string }
    | { readonly __typename: 'InternalAccount', readonly id: string }
   | null, readonly currency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ) | null, readonly customer: { readonly __typename: 'Customer', readonly id: string } | null };

export type RateCorridorFieldsFragment = { readonly receiving: string, readonly sending: string, readonly spread: string | null, readonly fees: (
    { readonly __typename: 'PlatformFees' }
    & PlatformFeesFieldsFragment
  ) };

export type RateDetailsFieldsFragment = { readonly counterpartyFixedFee: number | null, readonly counterpartyMultiplier: number | null, readonly serviceApiFixedFee: number | null, readonly serviceApiMultiplier: number | null, readonly serviceApiVariableFeeAmount: number | null, readonly serviceApiVariableFeeRate: number | null };

export type RateLimitedErrorFieldsFragment = { readonly errorCode: ErrorCode, readonly httpStatus: number, readonly message: string, readonly reason: string | null, readonly retryAfterSeconds: number };

export type RateSettingsFieldsFragment = { readonly spread: string, readonly corridors: ReadonlyArray<(
    { readonly __typename: 'RateCorridor' }
    & RateCorridorFieldsFragment
  )>, readonly fees: (
    { readonly __typename: 'PlatformFees' }
    & PlatformFeesFieldsFragment
  ) };

export type ReceiverLookupFieldsFragment = { readonly accountId: string | null, readonly expiresAt: string, readonly lookupId: string, readonly receiverUmaAddress: string | null, readonly requiredPayerDataFields: ReadonlyArray<(
    { readonly __typename: 'PayerDataField' }
    & PayerDataFieldFieldsFragment
  )>, readonly supportedCurrencies: ReadonlyArray<(
    { readonly __typename: 'SupportedCurrency' }
    & SupportedCurrencyFieldsFragment
  )> };

export type ReconciliationInstructionsFieldsFragment = { readonly reference: string };

export type RefundFieldsFragment = { readonly initiatedAt: string, readonly reason: RefundReason | null, readonly reference: string, readonly settledAt: string | null, readonly status: RefundStatus };

export type RwfAccountFieldsFragment = { readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly phoneNumber: string, readonly provider: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type SandboxClockFieldsFragment = { readonly isSettled: boolean, readonly now: string };

export type SandboxFaultFieldsFragment = { readonly appliedCount: number, readonly createdAt: string, readonly delayMs: number | null, readonly eventType: string | null, readonly expiresAt: string, readonly hidden: boolean, readonly id: string, readonly kind: SandboxFaultKind, readonly operation: string | null, readonly remaining: number | null, readonly retryAfterSeconds: number | null, readonly target: SandboxFaultTarget, readonly tokenId: string | null };

export type SandboxFaultsDeletedFieldsFragment = { readonly deletedCount: number };

export type SandboxOidcTokenFieldsFragment = { readonly audience: string, readonly expiresAt: string, readonly issuer: string, readonly oidcToken: string };

export type ScreeningMatchFieldsFragment = { readonly comment: string | null, readonly createdAt: string, readonly decidedAt: string | null, readonly decidedBy: string | null, readonly entryId: string, readonly id: string, readonly listVersion: string, readonly matchedName: string, readonly program: string | null, readonly score: number, readonly status: ScreeningMatchStatus, readonly subjectId: string, readonly updatedAt: string, readonly customer: { readonly __typename: 'Customer', readonly id: string } };

export type SessionRevokedFieldsFragment = { readonly sessionId: string };

export type SgdAccountFieldsFragment = { readonly accountNumber: string, readonly accountType: AccountType, readonly bankName: string, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly swiftCode: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type SignedRequestChallengeFieldsFragment = { readonly credentialType: CredentialType | null, readonly expiresAt: string, readonly payloadToSign: string, readonly requestId: string };

export type SolanaWalletFieldsFragment = { readonly accountType: AccountType, readonly address: string };

export type SparkWalletFieldsFragment = { readonly accountType: AccountType, readonly address: string };

export type SpendingLimitsFieldsFragment = { readonly currency: string, readonly dailyLimit: number | null, readonly dailyTransactionLimit: number | null, readonly monthlyLimit: number | null, readonly perTransactionLimit: number };

export type StepUpThresholdFieldsFragment = { readonly amount: number, readonly currency: string };

export type SupportedCurrencyFieldsFragment = { readonly estimatedExchangeRate: number, readonly max: number, readonly min: number, readonly currency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ) };

export type TestWebhookSentFieldsFragment = { readonly deliveryId: string, readonly responseBody: string | null, readonly responseStatus: number, readonly url: string };

export type ThbAccountFieldsFragment = { readonly accountNumber: string, readonly accountType: AccountType, readonly bankName: string, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly swiftCode: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type TransactionEventFieldsFragment = { readonly note: string | null, readonly occurredAt: string, readonly refundStatus: RefundStatus | null, readonly status: TransactionStatus };

export type TransactionExplanationFieldsFragment = { readonly isTruncated: boolean, readonly steps: ReadonlyArray<(
    { readonly __typename: 'ExplanationStep' }
    & ExplanationStepFieldsFragment
  )> };

export type TransactionFieldsFragment = { readonly counterpartyInformation: Record<string, string> | null, readonly createdAt: string, readonly description: string | null, readonly direction: EntryDirection, readonly exchangeRate: number | null, readonly failureReason: TransactionFailureReason | null, readonly fees: number | null, readonly id: string, readonly platformCustomerId: string | null, readonly settledAt: string | null, readonly status: TransactionStatus, readonly type: TransactionType, readonly updatedAt: string, readonly agent: { readonly __typename: 'Agent', readonly id: string } | null, readonly agentAction: { readonly __typename: 'AgentAction', readonly id: string } | null, readonly bankPayment: { readonly __typename: 'BankPayment', readonly id: string } | null, readonly counterparty: (
    { readonly __typename: 'Counterparty' }
    & CounterpartyFieldsFragment
  ), readonly customer: { readonly __typename: 'Customer', readonly id: string } | null, readonly destination: (
    { readonly __typename: 'TransactionParty' }
    & TransactionPartyFieldsFragment
  ), readonly quote: { readonly __typename: 'Quote', readonly id: string } | null, readonly rateDetails: (
    { readonly __typename: 'RateDetails' }
    & RateDetailsFieldsFragment
  ) | null, readonly receivedAmount: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ) | null, readonly reconciliationInstructions: (
    { readonly __typename: 'ReconciliationInstructions' }
    & ReconciliationInstructionsFieldsFragment
  ) | null, readonly refund: (
    { readonly __typename: 'Refund' }
    & RefundFieldsFragment
  ) | null, readonly sentAmount: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ) | null, readonly source: (
    { readonly __typename: 'TransactionParty' }
    & TransactionPartyFieldsFragment
  ), readonly timeline: ReadonlyArray<(
    { readonly __typename: 'TransactionEvent' }
    & TransactionEventFieldsFragment
  )> };

export type TransactionPartyFieldsFragment = { readonly type: PartyType, readonly umaAddress: string | null, readonly account:
    | { readonly __typename: 'ExternalAccount', readonly id: string }
    | { readonly __typename: 'InternalAccount', readonly id: string }
   | null, readonly currency: (
    { readonly __typename: 'Currency' }
    & CurrencyFieldsFragment
  ) | null };

export type TransactionStatisticsFieldsFragment = { readonly end: string, readonly start: string, readonly currencies: ReadonlyArray<(
    { readonly __typename: 'CurrencyStatistics' }
    & CurrencyStatisticsFieldsFragment
  )> };

export type TransferDetailsFieldsFragment = { readonly amount: number, readonly currency: string, readonly destinationAccountId: string, readonly sourceAccountId: string };

export type TronWalletFieldsFragment = { readonly accountType: AccountType, readonly address: string };

export type TzsAccountFieldsFragment = { readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly phoneNumber: string, readonly provider: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type UgxAccountFieldsFragment = { readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly phoneNumber: string, readonly provider: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type UnauthorizedErrorFieldsFragment = { readonly errorCode: ErrorCode, readonly httpStatus: number, readonly message: string, readonly reason: string | null, readonly signatureProblem: SignatureProblem | null };

export type UnmatchedDepositFieldsFragment = { readonly createdAt: string, readonly decision: UnmatchedDepositDecision | null, readonly id: string, readonly reason: string | null, readonly remittance: string | null, readonly status: UnmatchedDepositStatus, readonly updatedAt: string, readonly amount: (
    { readonly __typename: 'Money' }
    & MoneyFieldsFragment
  ), readonly connection: { readonly __typename: 'BankConnection', readonly id: string }, readonly decidedAccount: { readonly __typename: 'InternalAccount', readonly id: string } | null, readonly decisions: ReadonlyArray<(
    { readonly __typename: 'BankDecision' }
    & BankDecisionFieldsFragment
  )>, readonly depositor: (
    { readonly __typename: 'BankCounterparty' }
    & BankCounterpartyFieldsFragment
  ) | null, readonly entry: { readonly __typename: 'BankEntry', readonly id: string }, readonly transaction: { readonly __typename: 'Transaction', readonly id: string } | null };

export type UpstreamErrorFieldsFragment = { readonly errorCode: ErrorCode, readonly httpStatus: number, readonly message: string, readonly reason: string | null };

export type VerificationFieldsFragment = { readonly createdAt: string, readonly id: string, readonly updatedAt: string, readonly verificationStatus: VerificationOutcome, readonly customer: { readonly __typename: 'Customer', readonly id: string }, readonly errors: ReadonlyArray<(
    { readonly __typename: 'VerificationProblem' }
    & VerificationProblemFieldsFragment
  )> };

export type VerificationProblemFieldsFragment = { readonly acceptedDocumentTypes: ReadonlyArray<string> | null, readonly field: string | null, readonly reason: string, readonly resourceId: string, readonly type: string };

export type VerificationProviderFieldsFragment = { readonly createdAt: string, readonly name: string, readonly updatedAt: string };

export type VirtualIbanRangeFieldsFragment = { readonly country: string, readonly first: string, readonly last: string, readonly prefix: string };

export type VndAccountFieldsFragment = { readonly accountNumber: string, readonly accountType: AccountType, readonly bankName: string, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly swiftCode: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type WalletConfigFieldsFragment = { readonly clientHeldKeys: boolean, readonly exportIssuerPublicKey: string, readonly organizationId: string, readonly platformId: string, readonly sessionTtlSeconds: number, readonly severalPasskeys: boolean, readonly passkeys: (
    { readonly __typename: 'PasskeyConfig' }
    & PasskeyConfigFieldsFragment
  ) | null };

export type WalletExportFieldsFragment = { readonly accountId: string, readonly encryptedWalletCredentials: string };

export type WalletSettingsFieldsFragment = { readonly clientHeldKeys: boolean, readonly severalPasskeys: boolean };

export type WebhookDeliveryFieldsFragment = { readonly createdAt: string, readonly eventId: string, readonly id: string, readonly nextAttemptAt: string | null, readonly resourceId: string | null, readonly sequence: number | null, readonly status: WebhookDeliveryStatus, readonly type: string, readonly endpoint: { readonly __typename: 'WebhookEndpoint', readonly id: string } | null };

export type WebhookKeysFieldsFragment = { readonly webhookPublicKeys: ReadonlyArray<string> };

export type WebhookRedeliveryFieldsFragment = { readonly events: number };

export type WithdrawalFeeFieldsFragment = { readonly applicationFee: number, readonly netAmount: number, readonly networkFee: number, readonly networkFeeAsset: string, readonly totalFee: number };

export type XafAccountFieldsFragment = { readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly phoneNumber: string, readonly provider: string, readonly region: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type XofAccountFieldsFragment = { readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly phoneNumber: string, readonly provider: string, readonly region: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type ZarAccountFieldsFragment = { readonly accountNumber: string, readonly accountType: AccountType, readonly bankName: string, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };

export type ZmwAccountFieldsFragment = { readonly accountType: AccountType, readonly paymentRails: ReadonlyArray<PaymentRail>, readonly phoneNumber: string, readonly provider: string, readonly beneficiary: (
    { readonly __typename: 'Beneficiary' }
    & BeneficiaryFieldsFragment
  ) };
