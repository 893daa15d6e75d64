; Inno Setup 6.3 or newer. Called by devtools.windows_packages, which passes
;   /DVersion=0.1.0 /DMachine=amd64 /DBundle=dist\turnwright /DIcons=build\icons /DOut=dist
; By default it installs for the user who runs it, and needs no administrator.

#ifndef Version
  #error Version, Machine, Bundle, Icons and Out have to be passed with /D
#endif

#define Name "Turnwright"
#define ProgId "Turnwright.Encounter"
#define Extension ".turnwright"

[Setup]
; Never to be changed: by it Windows knows that a newer version replaces an older one.
AppId={{E3DB2EB4-C7F0-4E89-8E68-93FEF3CF7B40}
AppName={#Name}
AppVersion={#Version}
AppVerName={#Name} {#Version}
AppPublisher={#Name}
VersionInfoVersion={#Version}
DefaultDirName={autopf}\{#Name}
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog commandline
#if Machine == "arm64"
ArchitecturesAllowed=arm64
ArchitecturesInstallIn64BitMode=arm64
#else
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
#endif
; What Qt 6.11 needs: Windows 10, version 1809.
MinVersion=10.0.17763
Compression=lzma2/max
SolidCompression=yes
ChangesAssociations=yes
WizardStyle=modern
SetupIconFile={#Icons}\turnwright.ico
UninstallDisplayIcon={app}\{#Name}.exe
UninstallDisplayName={#Name}
OutputDir={#Out}
OutputBaseFilename=turnwright-{#Version}-windows-{#Machine}-setup

[Languages]
Name: "english"; MessagesFile: "compiler:Default.isl"
Name: "german"; MessagesFile: "compiler:Languages\German.isl"

[CustomMessages]
english.Encounter=Turnwright encounter
german.Encounter=Turnwright-Begegnung

[Tasks]
Name: "associate"; Description: "{cm:AssocFileExtension,{#Name},{#Extension}}"
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[InstallDelete]
; Libraries of an older version must not lie beside those of this one.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Bundle}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs
Source: "{#Icons}\turnwright-document.ico"; DestDir: "{app}"; Flags: ignoreversion

[Icons]
Name: "{autoprograms}\{#Name}"; Filename: "{app}\{#Name}.exe"
Name: "{autodesktop}\{#Name}"; Filename: "{app}\{#Name}.exe"; Tasks: desktopicon

[Registry]
; HKA is the user's own part of the registry, or everybody's when an administrator installs for everybody.
Root: HKA; Subkey: "Software\Classes\{#ProgId}"; ValueType: string; ValueData: "{cm:Encounter}"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\{#ProgId}\DefaultIcon"; ValueType: string; ValueData: "{app}\turnwright-document.ico"
Root: HKA; Subkey: "Software\Classes\{#ProgId}\shell\open\command"; ValueType: string; ValueData: """{app}\{#Name}.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\{#Extension}"; ValueType: string; ValueData: "{#ProgId}"; Flags: uninsdeletevalue uninsdeletekeyifempty; Tasks: associate
Root: HKA; Subkey: "Software\Classes\{#Extension}\OpenWithProgids"; ValueType: string; ValueName: "{#ProgId}"; ValueData: ""; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\Applications\{#Name}.exe"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Applications\{#Name}.exe\SupportedTypes"; ValueType: string; ValueName: "{#Extension}"; ValueData: ""

[Run]
Filename: "{app}\{#Name}.exe"; Description: "{cm:LaunchProgram,{#Name}}"; Flags: nowait postinstall skipifsilent

; There is no [UninstallDelete]: encounters, rulesets and settings are the user's, and stay where they are.
