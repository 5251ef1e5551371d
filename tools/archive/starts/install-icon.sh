#!/bin/sh
# Adds Arrowswitch to the applications of the desktop. Run it again after moving the folder.
here=$(cd "$(dirname "$0")" && pwd)
folder="${XDG_DATA_HOME:-$HOME/.local/share}/applications"
mkdir -p "$folder"
icon=$(ls "$here"/*.svg "$here"/*.png 2>/dev/null | head -n 1)
cat > "$folder/arrowswitch.desktop" <<END
[Desktop Entry]
Type=Application
Name=Arrowswitch
Comment=Duplicate bridge tournaments
Comment[ja]=デュプリケートブリッジの競技会
Exec="$here/Arrowswitch.sh"
Icon=$icon
Terminal=true
Categories=Game;
END
echo "$folder/arrowswitch.desktop"
