#!/bin/sh
# Starts Turnwright. Says what this system lacks instead of failing somewhere inside; see README.txt.
set -u

# The folder this file lies in, whatever link it was called by.
self=$0
case $self in
    */*) ;;
    *) self=$(command -v -- "$self") ;;
esac
while [ -L "$self" ]; do
    link=$(readlink "$self")
    case $link in
        /*) self=$link ;;
        *) self=$(dirname -- "$self")/$link ;;
    esac
done
here=$(CDPATH='' cd -- "$(dirname -- "$self")" && pwd -P) || exit 1
program=$here/program/turnwright
id=alt.turnwright.turnwright

tell() {
    printf '%s\n' "$1" >&2
    # Started by a click: nobody sees standard error.
    [ -t 2 ] || [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && return
    for tool in "zenity --error --no-markup --text" "kdialog --error" "xmessage"; do
        if command -v "${tool%% *}" >/dev/null; then
            # shellcheck disable=SC2086
            $tool "$1" >/dev/null 2>&1
            return
        fi
    done
}

# The packages in the words of this system's package manager: apt, dnf, pacman, zypper.
advice() {
    sudo='sudo '
    [ "$(id -u)" = 0 ] && sudo=
    if command -v apt-get >/dev/null; then
        echo "  ${sudo}apt-get install$apts"
    elif command -v dnf >/dev/null; then
        echo "  ${sudo}dnf install$dnfs"
    elif command -v pacman >/dev/null; then
        echo "  ${sudo}pacman -S --needed$pacmans"
    elif command -v zypper >/dev/null; then
        echo "  ${sudo}zypper install$zyppers"
    else
        echo "  (this system's packages that hold them)"
    fi
}

# Each package once.
add() {
    case "$1 " in
        *" $2 "*) printf '%s' "$1" ;;
        *) printf '%s %s' "$1" "$2" ;;
    esac
}

older() { # whether version $1 is older than $2: 2.9 is older than 2.36
    [ "${1%%.*}" -lt "${2%%.*}" ] && return
    minor=${1#*.} wanted=${2#*.}
    [ "${1%%.*}" -eq "${2%%.*}" ] && [ "${minor%%.*}" -lt "${wanted%%.*}" ]
}

in_path() { # whether a folder of LD_LIBRARY_PATH has library $1
    rest=${LD_LIBRARY_PATH:-}:
    while [ -n "$rest" ]; do
        [ -n "${rest%%:*}" ] && [ -e "${rest%%:*}/$1" ] && return
        rest=${rest#*:}
    done
    return 1
}

# share/needs.txt was made with the program: what it needs from outside, and the packages that bring it.
look() {
    known=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null)
    lacking='' apts='' dnfs='' pacmans='' zyppers='' newer='' abi=''
    while read -r kind name apt dnf pacman zypper; do
        case $kind in
            abi) abi=$name && continue ;;
            glibc)
                found=$(getconf GNU_LIBC_VERSION 2>/dev/null)
                case $found in
                    "glibc "[0-9]*.[0-9]*) older "${found#glibc }" "$name" && newer=$name ;;
                esac
                continue
                ;;
            library)
                # Without the loader's list nothing can be said; the program will.
                [ -z "$known" ] && continue
                case $known in *"	$name ($abi"*) continue ;; esac
                in_path "$name" && continue
                ;;
            file) [ -e "$name" ] && continue ;;
            *) continue ;;
        esac
        lacking="$lacking
  $name"
        apts=$(add "$apts" "$apt") dnfs=$(add "$dnfs" "$dnf")
        pacmans=$(add "$pacmans" "$pacman") zyppers=$(add "$zyppers" "$zypper")
    done < "$here/share/needs.txt"
    if [ -n "$newer" ]; then
        tell "Turnwright cannot start: it needs the C library glibc $newer or newer; this system has ${found#glibc }.
Nothing was changed. A newer release of this system will run it."
        exit 127
    fi
    [ -z "$lacking" ] && return
    tell "Turnwright cannot start: this system lacks$lacking
Nothing was changed. This installs what is lacking:
$(advice)"
    exit 127
}

data=${XDG_DATA_HOME:-${HOME:-}/.local/share}

# What the desktop keeps beside these files has to be made anew.
refresh() {
    for command in "update-mime-database $data/mime" "update-desktop-database $data/applications"; do
        tool=${command%% *}
        if ! command -v "$tool" >/dev/null; then
            echo "$tool is not installed here; the desktop may notice the change only after a new login." >&2
        elif [ -d "${command#* }" ]; then
            "$tool" "${command#* }" || echo "$tool failed; the desktop may not know the file type." >&2
        fi
    done
    [ -d "$data/icons/hicolor" ] && touch "$data/icons/hicolor"
}

# The starter's path inside the quotes of an Exec line, for sed: the rules of quoting of the desktop entry
# specification, then its escapes for strings, then sed's own.
quoted() {
    printf '%s' "$here/turnwright" |
        sed -e 's/[\\"`$]/\\&/g' -e 's/\\/\\\\/g' -e 's/%/%%/g' -e 's/[\\&|]/\\&/g'
}

install_here() {
    (cd "$here/share" && find applications icons mime metainfo -type f) | while read -r file; do
        mkdir -p "$data/$(dirname "$file")" 2> /dev/null && cp "$here/share/$file" "$data/$file" 2> /dev/null || {
            echo "Turnwright could not be put into your menu: $data/$file cannot be written." >&2
            echo "The program itself starts all the same: $here/turnwright" >&2
            exit 1
        }
    done || exit 1
    entry=applications/$id.desktop
    sed -e "s|^Exec=turnwright|Exec=\"$(quoted)\"|" -e '/^TryExec=/d' \
        "$here/share/$entry" > "$data/$entry" || exit 1
    refresh
    echo "Turnwright is in your menu now. If you move its folder, run this again; turnwright --uninstall removes it."
}

uninstall_here() {
    (cd "$here/share" && find applications icons mime metainfo -type f) | while read -r file; do
        rm -f "$data/$file" || exit 1
    done || exit 1
    refresh
    echo "Turnwright is out of your menu. Your encounters and settings were not touched; its folder can be deleted."
}

case ${1:-} in
    --install) install_here && exit ;;
    --uninstall) uninstall_here && exit ;;
esac
look
exec "$program" "$@"
